import type { Fault } from './types.ts';

/**
 * Folders of each package from low to high: a file may import its own folder and folders to the
 * left, types included. `.` is the package's root. An unlisted folder belongs to its nearest listed
 * ancestor.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/kernel/src': [
    '.',
    'values',
    'access',
    'definition',
    'records',
    'workflow',
    'specimen',
    'wire',
  ],
  'packages/engine/src': [
    'base',
    'telemetry',
    'outgoing',
    'store',
    'workers',
    'jobs',
    'messages',
    'files',
    'ledger',
    'search',
    'effects',
    'records',
    'workflow',
    'commands',
    '.',
    'identity',
    'watching',
    'workbooks',
    'drafts',
    'talk',
    'saved-views',
    'prints',
    'wire',
    'openapi',
    'server',
  ],
  'packages/console/src': [
    'base',
    'storage',
    'i18n',
    'client',
    'theme',
    'components',
    'navigation',
    'table',
    'data',
    'form-store',
    'forecast',
    'presentation',
    'fields',
    'form',
    'records',
    'talk',
    'charts',
    'list',
    'detail',
    'workflow',
    'messages',
    'pages',
    'shell',
  ],
  'packages/product/src': [
    'shared',
    'system/error-log',
    'system/jobs',
    'system/parameters',
    'system/logs',
    'system/sms',
    'system/mail',
    'system/storage',
    'system/im',
    'system/feed',
    'system/delivery',
    'system/clients',
    'system/embedding',
    'system/posts',
    'system/calendar',
    'system/accounts',
    'system/sessions',
    'system/departments',
    'system/menus',
    'system/scopes',
    'system/roles',
    'system/explaining',
    'system/tenants',
    'system/registration',
    'system/dictionaries',
    'system/state',
    'system/performance',
    'system/profile',
    'review',
    'review/pages',
    'people',
    'project',
    'contracts',
    'funds',
    'invoices',
    'refunds',
    'achievement/common',
    'achievement/bibliography',
    'achievement/pasting',
    'achievement/citing',
    'achievement/paper',
    'achievement/collection',
    'achievement/quality',
    'achievement',
    'activity',
    'privacy',
    'scholar',
    'scoring',
    'assessment',
    'certificates',
    'integrity',
    'office/notices',
    'office/downloads',
    'office/archives',
    'office/warnings',
    'collecting/sources',
    'collecting',
    'figures',
    'missing',
    'calendar',
    'handed',
    'moving',
    'reports',
    'filling',
    'publishing',
    'office/home',
    'office/dashboard',
    'office/style-sheet',
    'guide',
    'develop',
    'composition',
    'demo',
    '.',
  ],
};

const testing = /\.test\.tsx?$|(^|\/)testing(\/|\.ts)/;

/**
 * Finds imports from a lower folder of a package into a higher one. Tests may import everything.
 */
export function checkLayers(
  imports: Iterable<{ readonly path: string; readonly target: string; readonly line: number }>,
): Fault[] {
  const faults: Fault[] = [];
  for (const { path, target, line } of imports) {
    if (testing.test(path)) continue;
    const own = layerOf(path);
    const other = layerOf(target);
    if (!own || !other || own.root !== other.root || other.rank <= own.rank) continue;
    faults.push({
      path,
      line,
      message: `${own.folder} lies below ${other.folder} and may not import "${target.slice(own.root.length + 1)}"`,
    });
  }
  return faults;
}

/** Finds folders of a package without a layer, whose files could import anything. */
export function checkPlaces(paths: Iterable<string>): Fault[] {
  const strays = new Map<string, Fault>();
  for (const path of paths) {
    const layer = testing.test(path) ? undefined : layerOf(path);
    const folder = parent(path);
    if (layer?.folder !== '.' || folder === layer.root) continue;
    const name = folder.slice(layer.root.length + 1);
    strays.set(folder, { path, line: 1, message: `${name} stands in no layer of ${layer.root}` });
  }
  return [...strays.values()];
}

interface Layer {
  readonly root: string;
  readonly folder: string;
  readonly rank: number;
}

/** Returns the layer of a file; undefined outside packages with layers. */
function layerOf(path: string): Layer | undefined {
  const root = Object.keys(layers).find((folder) => path.startsWith(`${folder}/`));
  const order = root === undefined ? undefined : layers[root];
  if (root === undefined || order === undefined) return undefined;
  for (let folder = parent(path); folder.length > root.length; folder = parent(folder)) {
    const name = folder.slice(root.length + 1);
    const rank = order.indexOf(name);
    if (rank >= 0) return { root, folder: name, rank };
  }
  const rank = order.indexOf('.');
  return rank < 0 ? undefined : { root, folder: '.', rank };
}

const parent = (path: string): string => path.slice(0, path.lastIndexOf('/'));
