// The commands that the tasks need of a browser, in the words of WebDriver. Firefox answers over WebDriver BiDi, WebKitGTK over WebDriver
// classic; both take the same input actions.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export type Driver = {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its JSON value. */
  evaluate(expression: string): Promise<unknown>;
  /** Runs input actions as the specification of WebDriver describes them. */
  perform(actions: object[]): Promise<void>;
  /** Gives a file to the input that the expression finds. */
  chooseFile(expression: string, path: string): Promise<void>;
  /** Sets the size of the window in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Takes the errors and blocked resources that the browser has reported since the last time. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
};

export const START_MS = 60_000;

export type Program = { child: ChildProcess; stop(): Promise<void> };

/** Starts a program that ends with the tests. */
export function startProgram(
  program: string,
  args: string[],
  print: (text: string) => void,
  env: Record<string, string> = {},
): Program {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => print(chunk.toString()));
  const ended = once(child, 'close');
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  return {
    child,
    async stop() {
      process.off('exit', killNow);
      child.kill('SIGTERM');
      await ended;
    },
  };
}
