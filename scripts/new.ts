/**
 * `npm run new -- concert --label 音乐会,Concert --fields title:text,openDate:date,amount:money`:
 * writes the files of a new kind, registers it, drafts its migration and prints the remaining
 * decisions. `--as project`, `person` or `office` makes a kind that is no achievement. See
 * docs/adding-a-resource.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  kindDefinitionText,
  kindTestText,
  listOfKinds,
  openDecisions,
  readKind,
  withKindInList,
  withNameRow,
} from '../packages/product/src/develop/kind.server.ts';
import { folderOfKind, type KindRequest } from '../packages/product/src/develop/kind-request.ts';
import { serverApplication } from '../packages/product/src/index.server.ts';
import { root, runProgram } from './steps.ts';

const product = join(root, 'packages/product/src');
const written: string[] = [];

const write = (path: string, text: string): void => {
  writeFileSync(path, text);
  written.push(path.slice(root.length + 1));
};

/** Inserts a kind into the table of names, in the order in which the product lists kinds. */
const addToNames = (kind: KindRequest): void => {
  const path = join(root, 'docs/language.md');
  write(path, withNameRow(readFileSync(path, 'utf8'), kind));
};

/** Writes the SQL that the migrations lack as the next migration file. */
const draftMigration = (name: string): void => {
  const folder = join(root, 'apps/api/migrations');
  const last = Math.max(...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0));
  const sql = execFileSync(process.execPath, [join(root, 'scripts/plan.ts')], { encoding: 'utf8' });
  write(join(folder, `${String(last + 1).padStart(4, '0')}_${name}.sql`), sql);
};

const flows = serverApplication.kinds.map(({ process }) =>
  Number(process.category.replace('flow_', '')),
);
const kind = readKind(process.argv.slice(2), flows);
const folder = join(product, folderOfKind(kind));
if (existsSync(folder)) throw new Error(`${folder} is there already.`);

const listPath = join(product, listOfKinds(kind));
const list = withKindInList(readFileSync(listPath, 'utf8'), kind);
mkdirSync(folder);
write(join(folder, `${kind.name}.ts`), kindDefinitionText(kind));
write(join(folder, `${kind.name}.test.ts`), kindTestText(kind));
write(listPath, list);
addToNames(kind);
await runProgram(['biome', 'check', '--write', ...written.filter((path) => path.endsWith('.ts'))]);
draftMigration(kind.name);

console.log(`\nWritten:\n${written.map((path) => `  ${path}`).join('\n')}`);
console.log(
  `\nLeft to decide:\n${openDecisions(kind)
    .map((line) => `  - ${line}`)
    .join('\n')}`,
);
console.log(`
Then: read the migration, print the rights anew (npm test -- laws/rights.test.ts -u), npm test.`);
