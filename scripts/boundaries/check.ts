import { posix } from 'node:path';
import { checkCitations } from './citations.ts';
import { floorOf, machineTexts, productWords, wordless } from './floors.ts';
import { checkLayers, checkPlaces } from './layers.ts';
import { checkListeners } from './listeners.ts';
import { type Import, type Parsed, parseSource } from './parse.ts';
import { checkPointers } from './pointers.ts';
import { checkSizes } from './size.ts';
import type { Fault, SourceFile } from './types.ts';

/** Dependencies that a package's package.json declares. */
export interface Manifest {
  /** Folder relative to the root; `''` for the root. */
  readonly folder: string;
  readonly dependencies: ReadonlySet<string>;
  /** Dependencies for tests and tools. */
  readonly devDependencies: ReadonlySet<string>;
}

/**
 * Returns every breach of the project's rules: imports, circles, layers, sizes, words, citations,
 * listeners, machine texts.
 */
export function checkBoundaries(
  files: readonly SourceFile[],
  manifests: readonly Manifest[],
): Fault[] {
  const parsed = new Map<string, Parsed>();
  for (const file of files) {
    if (/\.tsx?$/.test(file.path)) parsed.set(file.path, parseSource(file.path, file.text));
  }
  return [
    ...[...parsed].flatMap(([path, source]) => [
      ...source.imports.flatMap((item) => checkImport(path, item, manifests)),
      ...checkWords(path, source),
    ]),
    ...checkCircles(parsed),
    ...checkLayers(insidePackages(parsed)),
    ...checkPlaces(parsed.keys()),
    ...checkSizes(files, parsed),
    ...checkDialect(parsed),
    ...checkCitations(files),
    ...checkPointers(files),
    ...files.flatMap(checkListeners),
    ...files.flatMap(checkMachineTexts),
  ];
}

/** Resolves `@keyan/kernel/label.ts` and `../label.ts` alike to a path from the root. */
function resolve(path: string, from: string): string | undefined {
  if (from.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), from));
  const [, name, rest] = /^@keyan\/([a-z]+)\/(.+)$/.exec(from) ?? [];
  if (!name || !rest) return undefined;
  return `${name === 'api' || name === 'web' ? 'apps' : 'packages'}/${name}/src/${rest}`;
}

function checkImport(path: string, item: Import, manifests: readonly Manifest[]): Fault[] {
  const own = floorOf(path);
  if (!own) return [];
  const fault = (message: string): Fault[] => [{ path, line: item.line, message }];

  if (item.from.startsWith('node:')) {
    return own.node || item.kind === 'type'
      ? []
      : fault(`${own.name} also runs in the browser and may not import "${item.from}"`);
  }
  const target = resolve(path, item.from);
  if (target === undefined) return checkOutside(path, item, own.name, manifests, fault);

  const crosses = packageOf(target) !== packageOf(path);
  if (crosses && item.from.startsWith('.') && own.name !== 'tools') {
    return fault(`"${item.from}" leaves the package; say @keyan/…`);
  }
  const other = floorOf(target);
  if (!other || other.name === own.name || own.imports.includes(other.name)) return [];
  return fault(`${own.name} may not import ${other.name} ("${item.from}")`);
}

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, /^(packages|apps)\//.test(path) ? 2 : 1)
    .join('/');

function checkOutside(
  path: string,
  item: Import,
  floor: string,
  manifests: readonly Manifest[],
  fault: (message: string) => Fault[],
): Fault[] {
  // Virtual modules are made by a build plug-in and belong to no package.
  if (item.from.startsWith('virtual:')) return [];
  const name = item.from
    .split('/')
    .slice(0, item.from.startsWith('@') ? 2 : 1)
    .join('/');
  const own = manifests.find((one) => one.folder === packageOf(path));
  const root = manifests.find((one) => one.folder === '');
  const allowed =
    own?.dependencies.has(name) ||
    // Types and build tools are needed at build time only, so development dependencies suffice.
    ((floor === 'test' || floor === 'tools' || item.kind === 'type') &&
      (own?.devDependencies.has(name) || root?.devDependencies.has(name)));
  return allowed ? [] : fault(`"${name}" is not a dependency of ${packageOf(path)}`);
}

function checkWords(path: string, source: Parsed): Fault[] {
  const floor = floorOf(path);
  if (!floor || !wordless.has(floor.name)) return [];
  return source.sayings.flatMap(({ text, line }) => {
    const words = new Set(
      text
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z]+/),
    );
    const found = productWords.filter((word) =>
      /^[a-z]/.test(word) ? words.has(word) : text.includes(word),
    );
    return found.map((word) => ({
      path,
      line,
      message: `${floor.name} knows no university: "${word}" belongs into packages/product`,
    }));
  });
}

/** Yields the imports of each file that lead to another file of the project. */
function* insidePackages(
  parsed: ReadonlyMap<string, Parsed>,
): Generator<{ path: string; target: string; line: number }> {
  for (const [path, { imports }] of parsed) {
    for (const { from, line } of imports) {
      const target = resolve(path, from);
      if (target !== undefined) yield { path, target, line };
    }
  }
}

/**
 * Finds words of the wire's dialect in the engine outside `wire/`, the one folder that may use
 * them.
 */
function checkDialect(parsed: ReadonlyMap<string, Parsed>): Fault[] {
  return [...parsed].flatMap(([path, { sayings }]) =>
    path.startsWith('packages/engine/src/') &&
    !/^packages\/engine\/src\/(wire|openapi|testing)\/|\.test\.ts$/.test(path)
      ? sayings.flatMap(({ text, line }) => {
          const [word] = /\b(?:blade-|kh-edu-research|taskUser_)/.exec(text) ?? [];
          return word
            ? [{ path, line, message: `"${word}" is the wire's: only engine/wire knows it` }]
            : [];
        })
      : [],
  );
}

/**
 * Finds circles of files that import each other, for types or values; lazy imports do not count.
 */
function checkCircles(parsed: ReadonlyMap<string, Parsed>): Fault[] {
  const faults: Fault[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      const circle = [...trail.slice(at), path].join(' → ');
      faults.push({ path, line: 1, message: `circle of imports: ${circle}` });
      return;
    }
    if (done.has(path)) return;
    done.add(path);
    trail.push(path);
    for (const item of parsed.get(path)?.imports ?? []) {
      const target = item.kind === 'lazy' ? undefined : resolve(path, item.from);
      if (target && parsed.has(target)) visit(target);
    }
    trail.pop();
  };
  for (const path of parsed.keys()) visit(path);
  return faults;
}

function checkMachineTexts({ path, text }: SourceFile): Fault[] {
  return text.split('\n').flatMap((line, index) =>
    machineTexts
      .map((pattern) => pattern.exec(line)?.[0])
      .filter((found) => found !== undefined)
      .map((found) => ({
        path,
        line: index + 1,
        message: `"${found}" belongs to one machine and not into the project`,
      })),
  );
}
