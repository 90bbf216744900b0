import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** Non-standard feature of PostgreSQL, and the text by which it is found in statements. */
interface SqlFeature {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Features that other databases may lack; the page on databases lists which. */
const features: readonly SqlFeature[] = [
  { name: 'extension pg_trgm', pattern: /gin_trgm_ops|create extension|similarity\(|show_trgm/gi },
  { name: 'GIN index', pattern: /using gin/gi },
  { name: 'row-level security', pattern: /enable row level security|create policy/gi },
  { name: 'policy for the owner, too', pattern: /force row level security/gi },
  { name: 'settings of our own', pattern: /current_setting\('app\.|set_config\('app\./gi },
  { name: 'generated column', pattern: /generated always as \(/gi },
  { name: 'identity column', pattern: /generated (?:always|by default) as identity/gi },
  { name: 'partition', pattern: /partition (?:by (?:range|list|hash)|of) /gi },
  { name: 'partial index', pattern: /create (?:unique )?index[^;`]*?\bwhere\b/gi },
  { name: 'covering index', pattern: /\binclude \(/gi },
  { name: 'nulls not distinct', pattern: /nulls not distinct/gi },
  { name: 'on conflict', pattern: /\bon conflict\b/gi },
  { name: 'jsonb', pattern: /\bjsonb\b|jsonb_\w+\(/gi },
  {
    name: 'array',
    pattern:
      /= any\(|\bunnest\(|array_agg\(|(?:text|bigint|int|integer)\[\] (?:not|default)|::\w+\[\]/gi,
  },
  { name: 'lateral', pattern: /\blateral\b/gi },
  { name: 'aggregate with filter', pattern: /\bfilter \(where/gi },
  {
    name: 'statement that writes, in with',
    pattern: /\bas (?:materialized )?\(\s*(?:insert into|update|delete from)\b/gi,
  },
  { name: 'listen and notify', pattern: /pg_notify\(|`listen \$/gi },
  { name: 'positions of the log', pattern: /pg_(?:last|current)_wal_\w+\(/gi },
  { name: 'advisory lock', pattern: /pg_(?:try_)?advisory_\w*lock\w*\(/gi },
  { name: 'skip locked', pattern: /skip locked/gi },
  { name: 'trigger in PL/pgSQL', pattern: /create (?:or replace )?trigger|language plpgsql/gi },
  { name: 'full-text search', pattern: /\btsvector\b|\btsquery\b|to_tsvector/gi },
  { name: 'collation', pattern: /\bcollate\b/gi },
  { name: 'leakproof', pattern: /leakproof/gi },
  { name: 'plan_cache_mode', pattern: /plan_cache_mode/gi },
];

/** Returns the files with statements that the product runs. */
function sources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => !/node_modules|testing|\.test\.|(^|\/)bulk\//.test(path))
    .filter((path) => /\.(sql|ts)$/.test(path))
    .map((path) => join(folder, path));
}

/** Use of a feature: number of uses, and of files. */
export interface FeatureUse {
  readonly name: string;
  readonly migrations: number;
  readonly statements: number;
}

/** Counts the features that migrations and statements use. */
export function sqlFeatures(): readonly FeatureUse[] {
  const read = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => readFileSync(join(root, path), 'utf8'));
  const migrations = read(sources('apps/api/migrations'));
  const statements = read(
    ['packages/engine/src', 'packages/product/src', 'apps/api/src'].flatMap(sources),
  );
  const count = (texts: readonly string[], pattern: RegExp): number =>
    texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return features.map(({ name, pattern }) => ({
    name,
    migrations: count(migrations, pattern),
    statements: count(statements, pattern),
  }));
}

if (import.meta.main) console.table(sqlFeatures());
