// `npm run bench:web`: the size of the production build, and Lighthouse's figures for the sign-in screen on a phone. Exits
// with 1 if a figure is over its budget. The result is the median of five runs, because other programs on the machine
// disturb a run. `npm run bench:web -- 1` runs once.
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/tools/chromium.ts';
import { freePort } from '../scripts/tools/free-port.ts';
import { startProduct, withDataDir } from '../scripts/tools/product.ts';
import { ensureWebApp } from '../scripts/tools/web-app.ts';
import { MAX_WEIGHT, weighWebApp } from '../scripts/tools/web-weight.ts';
import { importFrom, installPackages } from './own-packages.ts';

type Row = { what: string; figure: number; unit: string; budget: number; atLeast?: boolean };

type Audit = { id: string; score: number | null; displayValue?: string; numericValue?: number };
type Lighthouse = (
  url: string,
  options: { port: number; logLevel: 'error'; onlyCategories: string[] },
) => Promise<
  | {
      lhr: {
        runtimeError?: { message: string };
        audits: Record<string, Audit>;
        categories: Record<string, { score: number | null }>;
      };
    }
  | undefined
>;
const { default: lighthouse } = (await importFrom(
  installPackages('lighthouse@12.8.2'),
  'lighthouse/core/index.js',
)) as { default: Lighthouse };

const looks = Number(process.argv[2] ?? 5);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

async function lookAt(url: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
  if (!result) throw new Error('Lighthouse gave no result.');
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const low = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 1);
  for (const { id, displayValue = '', score } of low) console.log(`  below 1: ${id} ${score} ${displayValue}`);
  const figures = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  );
  const seconds = (id: string) => (lhr.audits[id]?.numericValue ?? Number.NaN) / 1000;
  return {
    ...figures,
    lcp: seconds('largest-contentful-paint'),
    blocking: seconds('total-blocking-time'),
    cls: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(url: string): Promise<Row[]> {
  const { executablePath, args } = findChromium();
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] });
  const seen: Record<string, number>[] = [];
  while (seen.length < looks) {
    console.log(`Lighthouse, look ${seen.length + 1} of ${looks} …`);
    seen.push(await lookAt(`${url}/auth`, port));
  }
  await browser.close();
  const figure = (name: string) => middle(seen.map((one) => one[name] ?? Number.NaN));
  return [
    ...categories.map((name) => ({
      what: `Lighthouse ${name}`,
      figure: figure(name),
      unit: '',
      budget: 100,
      atLeast: true,
    })),
    { what: 'Largest contentful paint', figure: figure('lcp'), unit: 's', budget: 1.5 },
    { what: 'Cumulative layout shift', figure: figure('cls'), unit: '', budget: 0 },
    { what: 'Total blocking time', figure: figure('blocking'), unit: 's', budget: 0.2 },
  ];
}

await ensureWebApp();
const weight = weighWebApp();
const rows: Row[] = [
  { what: 'Sign-in screen, scripts', figure: weight.signInScripts, unit: 'kB gzip', budget: MAX_WEIGHT.signInScripts },
  { what: 'Sign-in screen, styles', figure: weight.signInStyles, unit: 'kB gzip', budget: MAX_WEIGHT.signInStyles },
  {
    what: 'First signed-in screen, scripts',
    figure: weight.firstScreenScripts,
    unit: 'kB gzip',
    budget: MAX_WEIGHT.firstScreenScripts,
  },
  {
    what: 'Heaviest other page, scripts',
    figure: Math.max(...Object.values(weight.pageScripts)),
    unit: 'kB gzip',
    budget: MAX_WEIGHT.pageScripts,
  },
  { what: 'Whole app, scripts', figure: weight.allScripts, unit: 'kB gzip', budget: MAX_WEIGHT.allScripts },
];
await withDataDir(async (dataDir) => {
  const product = await startProduct({ dataDir });
  try {
    rows.push(...(await measure(product.url)));
  } finally {
    await product.stop();
  }
});

let kept = true;
console.log('\n| Sign-in screen and app | figure | budget | |\n| --- | ---: | ---: | --- |');
for (const { what, figure, unit, budget, atLeast = false } of rows) {
  const good = atLeast ? figure >= budget : figure <= budget;
  kept &&= good;
  const text = `${Number(figure.toFixed(3))} ${unit}`.trim();
  console.log(`| ${what} | ${text} | ${atLeast ? '≥' : '≤'} ${budget} ${unit} | ${good ? 'kept' : 'OVER'} |`);
}
process.exitCode = kept ? 0 : 1;
