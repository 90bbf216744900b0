import type { Fault, SourceFile } from './types.ts';

const connections = /new pg\.(?:Client|Pool)\(/g;
const listeners = /\.on\('error'/g;

/**
 * Connections to PostgreSQL that nothing listens to. One that the server closes while it is idle
 * raises an error event; without a listener it ends the process, or a whole run of tests.
 */
export function checkListeners({ path, text }: SourceFile): Fault[] {
  if (!/\.tsx?$/.test(path) || path.startsWith('scripts/boundaries/')) return [];
  const made = [...text.matchAll(connections)];
  const heard = text.match(listeners)?.length ?? 0;
  const [first] = made;
  if (!first || heard >= made.length) return [];
  return [
    {
      path,
      line: text.slice(0, first.index).split('\n').length,
      message: `${made.length} connections, ${heard} error listeners: give each .on('error', …); in tests use openClient`,
    },
  ];
}
