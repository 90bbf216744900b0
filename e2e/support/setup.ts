import { basename } from 'node:path';
import { onTestFinished } from 'vitest';
import { watch } from './evidence.ts';
import { onWindow } from './page.ts';
import { putWindowBack } from './windows.ts';

let windows = 0;

onWindow((who) => {
  const evidence = watch(who);
  windows += 1;
  const number = windows;
  onTestFinished(async ({ task }) => {
    const failed = task.result?.state === 'fail';
    if (failed) {
      const file = basename(task.file.name, '.test.ts');
      const title = task.name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80);
      const folder = await evidence.keep(`${file}-${title}-${number}`);
      console.error(`✗ ${task.name}: pictures, console and requests are in ${folder}`);
    }
    evidence.end();
    await putWindowBack(who.context, failed);
  });
});
