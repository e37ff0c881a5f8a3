// Finds the imports and globals of a TypeScript file for the architecture test.
import { posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

export type Source = {
  /** Relative to src, like all paths here: `web/pages/cases.tsx`. */
  path: string;
  imports: string[];
  packages: string[];
  /** Which of `process.env`, `localStorage`, `useMutation` and `lazy` the code, not just a comment, uses. */
  mentions: Set<string>;
};

const specifiersIn = (path: string, code: string): string[] => {
  const { module, program } = parseSync(path, code);
  const inTypes: string[] = [];
  new Visitor({
    TSImportType: ({ source }) => void inTypes.push(source.value),
  }).visit(program);
  return [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports
      .map((one) => code.slice(one.moduleRequest.start, one.moduleRequest.end))
      .filter((text) => /^['"`]/.test(text))
      .map((text) => text.slice(1, -1)),
    ...inTypes,
  ];
};

const mentionsIn = (path: string, code: string): Set<string> => {
  const mentions = new Set<string>();
  new Visitor({
    Identifier: ({ name }) => {
      if (['localStorage', 'useMutation', 'lazy'].includes(name)) mentions.add(name);
    },
    MemberExpression: ({ object, property }) => {
      const name = property.type === 'Literal' ? property.value : 'name' in property ? property.name : '';
      if (object.type === 'Identifier' && object.name === 'process' && name === 'env') mentions.add('process.env');
    },
    ImportDeclaration: ({ source, specifiers }) => {
      const named = specifiers.some((one) => one.type === 'ImportSpecifier' && one.local.name === 'env');
      if (/^(?:node:)?process$/.test(source.value) && named) mentions.add('process.env');
    },
  }).visit(parseSync(path, code).program);
  return mentions;
};

const isInside = (specifier: string): boolean => /^[#.]/.test(specifier);

const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier);

export const readSource = (path: string, code: string): Source => {
  const specifiers = specifiersIn(path, code);
  return {
    path,
    imports: specifiers.filter(isInside).map((specifier) => targetOf(path, specifier)),
    packages: specifiers.filter((specifier) => !isInside(specifier)),
    mentions: mentionsIn(path, code),
  };
};
