import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import {
  kindDefinitionText,
  kindTestText,
  readKind,
  withOutsideImports,
} from '@keyan/product/develop/kind.server.ts';
import type { KindRequest } from '@keyan/product/develop/kind-request.ts';
import { readDoc, root } from './docs.ts';

/** Returns the arguments of the commands in docs/adding-a-resource.md, in the order of the page. */
export const documentedArguments = (): readonly (readonly string[])[] =>
  [...readDoc('adding-a-resource.md').matchAll(/^npm run new -- (.+)$/gm)].map(([, line = '']) =>
    line.split(' '),
  );

/** Kind that the generator wrote, outside the sources. */
export interface GeneratedKind {
  readonly request: KindRequest;
  readonly resource: Resource;
}

/** Kinds that the generator wrote into one folder. */
export interface GeneratedKinds {
  readonly kinds: readonly GeneratedKind[];
  /** Returns the compiler's messages about their files; empty if they compile. */
  compile(): string;
  remove(): void;
}

/** Runs the generator with the arguments of the page and loads the definitions that it wrote. */
export const generateKinds = async (): Promise<GeneratedKinds> => {
  const requests = documentedArguments().map((given, index) => readKind(given, [1, 99 + index]));
  const parent = join(root, '.tsbuild');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'generated-'));
  for (const request of requests) {
    const write = (file: string, code: string) =>
      writeFileSync(join(folder, file), withOutsideImports(code));
    write(`${request.name}.ts`, kindDefinitionText(request));
    write(`${request.name}.test.ts`, kindTestText(request));
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        noEmit: true,
        composite: false,
        incremental: false,
        declaration: false,
        declarationMap: false,
        emitDeclarationOnly: false,
        types: ['node'],
      },
      include: ['*.ts'],
    }),
  );
  const load = async (request: KindRequest): Promise<GeneratedKind> => {
    const { href } = pathToFileURL(join(folder, `${request.name}.ts`));
    const module = (await import(href)) as Readonly<Record<string, Resource>>;
    const resource = module[request.name];
    if (!resource) throw new Error(`${href} exports no ${request.name}`);
    return { request, resource };
  };
  return {
    kinds: await Promise.all(requests.map(load)),
    compile: () => {
      try {
        execFileSync(
          process.execPath,
          [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
          { encoding: 'utf8' },
        );
        return '';
      } catch (fault) {
        return String((fault as { readonly stdout?: string }).stdout ?? fault);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
