// Metrics in Prometheus' text format, for this machine or for requests with the METRICS_TOKEN.
import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Upper bounds in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics {
  readonly #answers = new Map<number, number>();
  /** For each bound, the number of calls that took at most that long, and longer than the previous bound. */
  readonly #buckets = BOUNDS.map(() => 0);
  #seconds = 0;
  #count = 0;
  /** Calls in progress. */
  running = 0;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    this.#delay.enable();
  }

  /** Counts a call's answer. */
  count(status: number, seconds: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
    this.#seconds += seconds;
    this.#count += 1;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
  }

  text(listeners: number, databaseAnswers: boolean): string {
    const memory = process.memoryUsage();
    const cpu = process.cpuUsage();
    let within = 0;
    const lines = [
      '# TYPE courtside_calls_total counter',
      ...[...this.#answers].map(([status, count]) => `courtside_calls_total{status="${status}"} ${count}`),
      '# TYPE courtside_call_seconds histogram',
      ...BOUNDS.map(
        (bound, index) => `courtside_call_seconds_bucket{le="${bound}"} ${(within += this.#buckets[index] ?? 0)}`,
      ),
      `courtside_call_seconds_bucket{le="+Inf"} ${this.#count}`,
      `courtside_call_seconds_sum ${this.#seconds}`,
      `courtside_call_seconds_count ${this.#count}`,
    ];
    const gauge = (name: string, value: number) => lines.push(`# TYPE ${name} gauge`, `${name} ${value}`);
    gauge('courtside_calls_running', this.running);
    gauge('courtside_event_streams', listeners);
    gauge('courtside_database_up', databaseAnswers ? 1 : 0);
    gauge('courtside_event_loop_delay_p99_seconds', this.#delay.percentile(99) / 1e9);
    gauge('process_resident_memory_bytes', memory.rss);
    gauge('nodejs_heap_used_bytes', memory.heapUsed);
    gauge('nodejs_external_memory_bytes', memory.external);
    lines.push(
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`,
    );
    this.#delay.reset();
    return `${lines.join('\n')}\n`;
  }
}

const LOOPBACK = /^(127\.|::1$)/;

/** With METRICS_TOKEN, the token is required. Without it, only direct connections from this machine are allowed. */
export function mayReadMetrics(
  settings: { METRICS_TOKEN?: string | undefined },
  authorization: string | undefined,
  { socketAddress, forwarded }: { socketAddress: string; forwarded: boolean },
): boolean {
  // A proxy on this machine also connects from the loopback address, on behalf of anyone.
  if (settings.METRICS_TOKEN === undefined) return LOOPBACK.test(socketAddress) && !forwarded;
  const received = Buffer.from(authorization ?? '');
  const expected = Buffer.from(`Bearer ${settings.METRICS_TOKEN}`);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
