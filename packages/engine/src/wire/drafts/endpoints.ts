import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { EditorRow, FormDraftRow } from '@keyan/kernel/wire/drafts.ts';
import { Type } from 'typebox';
import {
  concurrentWritersOf,
  type DraftRow,
  listDrafts,
  type ReadActor,
  readDraft,
  removeDraft,
  saveDraft,
} from '../../drafts/drafts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { idParam } from '../inputs.ts';

/** Maximum size of a draft in bytes: a form with a thousand lines. */
const maxDraftBytes = 512 * 1024;

const name = { minLength: 1, maxLength: 500 };
/**
 * Path of a page of this console: an absolute path, never another host. Browsers read `\\` as `/` and drop control
 * characters, so that `/\\x` and a tab between two slashes would lead to another host.
 */
const page = Type.String({
  ...name,
  pattern: '^/(?!/)[^\\\\?#\\u0000-\\u001f\\u007f]*([?#][^\\u0000-\\u001f\\u007f]*)?$',
});

const draftRow = ({ key, path, title, save_time }: DraftRow): FormDraftRow => ({
  key,
  path,
  title,
  saveTime: timeText(save_time),
});

/**
 * Calls for form drafts. Nobody reads another person's draft; a reader of a record learns that somebody else, who may
 * change it, is writing. Calls of the console only, like everything below `keyan/`.
 */
export const draftEndpoints = (actorOf: ReadActor): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/drafts/list',
    auth: 'user',
    summary: ['我的表单草稿', 'My form drafts'],
    input: Type.Object({}),
    run: async (_input, { engine, actor }) => (await listDrafts(engine, actor)).map(draftRow),
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/drafts/detail',
    auth: 'user',
    summary: ['表单草稿的内容', 'Content of a form draft'],
    input: Type.Object({ key: Type.String(name) }),
    run: async ({ key }, { engine, actor }) => {
      const draft = await readDraft(engine, actor, key);
      if (!draft) throw new Missing();
      return { ...draftRow(draft), values: JSON.parse(draft.content) as unknown };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/editing',
    auth: 'user',
    summary: ['谁也在编辑这条记录', 'Who else is editing a record'],
    input: Type.Object({ resource: Type.String(name), id: idParam }),
    run: async ({ resource: key, id: record }, { engine, actor }) => {
      const resource = engine.resources.get(key);
      if (!resource) throw new Missing();
      const writers = await concurrentWritersOf(engine, actor, resource, record, actorOf);
      return writers.map(
        (writer): EditorRow => ({ name: writer.name, since: timeText(writer.save_time) }),
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/drafts/save',
    auth: 'user',
    summary: ['保存表单草稿', 'Save a form draft'],
    input: Type.Object({
      key: Type.String(name),
      path: page,
      title: Type.String(name),
      values: Type.Unknown(),
    }),
    perMinute: 120,
    run: async ({ values, ...draft }, { engine, actor }) => {
      const content = JSON.stringify(values ?? null);
      if (Buffer.byteLength(content) > maxDraftBytes) {
        throw new Invalid([
          { path: 'values', message: ['草稿内容不能超过 512 KB', 'A draft holds at most 512 KB'] },
        ]);
      }
      const saved = await saveDraft(engine, actor, { ...draft, content });
      return { saveTime: timeText(saved) };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/drafts/remove',
    auth: 'user',
    summary: ['删除表单草稿', 'Delete a form draft'],
    input: Type.Object({ key: Type.String(name) }),
    run: async ({ key }, { engine, actor }) => {
      await removeDraft(engine, actor, key);
      return true;
    },
  }),
];
