// One group of the project's tests, chosen by `run.ts`.
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

const { MUTATION_GROUP, MUTATION_TESTS = '' } = process.env;
const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test?.name === MUTATION_GROUP
    ? [{ ...project, test: { ...project.test, include: MUTATION_TESTS.split(' ') } }]
    : [],
);

export default defineConfig({ test: { projects } });
