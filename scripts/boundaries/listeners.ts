import type { Fault, SourceFile } from './types.ts';

const connections = /new pg\.(?:Client|Pool)\(/g;
const listeners = /\.on\('error'/g;

/**
 * Finds connections to PostgreSQL without an error listener. If the server closes an idle
 * connection, the unhandled error event ends the process, or a whole test run.
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
