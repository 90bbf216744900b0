import { defineTask } from '../../workers/task.ts';
import { fileLimits } from './limits.ts';

/** Task that reads an uploaded file in a worker process, so that a hostile file fails only its own call. */
export const readRoute = defineTask<typeof import('./reader.ts'), 'readFile'>({
  what: ['流程文件', 'The diagram file'],
  module: new URL('./reader.ts', import.meta.url),
  run: 'readFile',
  bounds: {
    inputBytes: fileLimits.bytes + 4096,
    outputBytes: 16 * 1024 * 1024,
    milliseconds: 10_000,
    megabytes: 128,
  },
});
