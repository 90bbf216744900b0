import { basename } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { watch } from './evidence.ts';
import { closeBrowser, onWindow } from './page.ts';

let windows = 0;

onWindow((who) => {
  const evidence = watch(who);
  windows += 1;
  const number = windows;
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const file = basename(task.file.name, '.test.ts');
      const title = task.name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80);
      const folder = await evidence.keep(`${file}-${title}-${number}`);
      console.error(`✗ ${task.name}: pictures, console and requests are in ${folder}`);
    }
    await who.context.close();
  });
});

afterAll(closeBrowser);
