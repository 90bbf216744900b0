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
    // An answer that a journey changes on its way may still be under way: it ends without a word.
    const routed = [who.context, ...who.context.pages()];
    await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    await who.context.close();
  });
});

afterAll(closeBrowser);
