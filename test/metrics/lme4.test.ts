// Compares results with R's lme4 to four digits. fixtures/write-fixtures.R wrote the expected values.
import { expect, test } from 'vitest';
import { covarianceOf, MixedModel } from '#metrics/mixed-model.ts';
import { COMPONENTS, seasonDesign, seasonModel } from '#metrics/season-model.ts';
import { CROSSED, EXPECTED, seasonFixture, simpleFixture } from './fixtures.ts';

/** Four significant digits, or four decimals near 0. */
function expectSame(actual: number | undefined, expected: number): void {
  expect(actual).toBeGreaterThan(expected - 5e-5 * Math.max(Math.abs(expected), 0.1));
  expect(actual).toBeLessThan(expected + 5e-5 * Math.max(Math.abs(expected), 0.1));
}

test.each(['penicillin', 'dyestuff'] as const)('the variances, mean and effects of %s match lme4', (name) => {
  const expected = EXPECTED[name];
  const { design, levels } = simpleFixture(name);
  const model = new MixedModel(design);
  const { variances } = model.estimate();
  expectSame(model.use(variances), expected.criterion);
  variances.forEach((variance, index) => expectSame(variance, expected.variances[index]!));
  const { fixed, random } = model.predict();
  expectSame(fixed[0], expected.mean);
  const shown = expected.factors.indexOf(expected.shown);
  levels[shown]!.forEach((level, index) => expectSame(random[shown]![index], expected.effects[level]!));
});

test('the results for Penicillin match the published ones', () => {
  const { design } = simpleFixture('penicillin');
  const { variances } = new MixedModel(design).estimate();
  expect(variances.map((variance) => Math.sqrt(variance).toFixed(4))).toEqual(['0.8467', '1.9316', '0.5499']);
});

test.each(CROSSED)("the variances, means, effects and errors of the season '%s' match lme4", (name) => {
  const expected = EXPECTED[name];
  const { design, effects } = seasonDesign(seasonFixture(name));
  const model = new MixedModel(design);
  const { variances } = model.estimate();
  expectSame(model.use(variances), expected.criterion);
  COMPONENTS.forEach((component, index) => expectSame(variances[index], expected.variances[component]));
  const means = Object.values(expected.means).toSorted((a, b) => a - b);
  const { fixed, random } = model.predict();
  [...fixed].toSorted((a, b) => a - b).forEach((mean, index) => expectSame(mean, means[index]!));
  const student = design.factors.findIndex((factor) => factor.name === 'student');
  const errors = model.errorVariances(student);
  expect(effects).toHaveLength(Object.keys(expected.effects).length);
  effects.forEach((effect, index) => {
    const [estimate, errorVariance] = expected.effects[`${effect.role} ${effect.student}`]!;
    expectSame(random[student]![index], estimate);
    expectSame(errors[index], errorVariance);
  });
});

test('the covariances of the errors match the full equations', () => {
  for (const name of CROSSED) {
    const { design, effects } = seasonDesign(seasonFixture(name));
    const model = new MixedModel(design);
    model.use(model.estimate().variances);
    const [one, other] = Object.keys(EXPECTED[name].effects).map((key) =>
      effects.findIndex((effect) => `${effect.role} ${effect.student}` === key),
    );
    expectSame(covarianceOf(model.errors(2), [one!, other!])[1], EXPECTED[name].firstCovariance);
  }
});

test("a season within the variance bounds shows lme4's variances and effects", () => {
  const { variances, estimates } = seasonModel(seasonFixture('usual'));
  for (const component of COMPONENTS) expectSame(variances[component], EXPECTED.usual.variances[component]);
  for (const { role, student, estimate, reliability } of estimates) {
    const [effect, errorVariance] = EXPECTED.usual.effects[`${role} ${student}`]!;
    expectSame(estimate, effect);
    expectSame(reliability, 1 - errorVariance / EXPECTED.usual.variances.student);
  }
});
