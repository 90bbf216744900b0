import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import {
  type KindRequest,
  kindDefinitionText,
  kindTestText,
  readKind,
  withOutsideImports,
} from '@keyan/product/develop/kind.server.ts';
import { readDoc, root } from './docs.ts';

/** The arguments of the command in docs/adding-a-resource.md. */
export const documentedArguments = (): readonly string[] => {
  const [, line = ''] = /^npm run new -- (.+)$/m.exec(readDoc('adding-a-resource.md')) ?? [];
  return line.split(' ');
};

/** A kind that the generator wrote, outside the sources. */
export interface GeneratedKind {
  readonly request: KindRequest;
  readonly resource: Resource;
  /** Messages of the compiler about its files; empty when they compile. */
  compile(): string;
  remove(): void;
}

/** Runs the generator with the arguments of the page and loads the definition that it wrote. */
export const generateKind = async (): Promise<GeneratedKind> => {
  const request = readKind(documentedArguments(), [1, 99]);
  const parent = join(root, '.tsbuild');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'generated-'));
  const file = join(folder, `${request.name}.ts`);
  writeFileSync(file, withOutsideImports(kindDefinitionText(request)));
  writeFileSync(join(folder, `${request.name}.test.ts`), withOutsideImports(kindTestText(request)));
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
  const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, Resource>>;
  const resource = module[request.name];
  if (!resource) throw new Error(`${file} exports no ${request.name}`);
  return {
    request,
    resource,
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
