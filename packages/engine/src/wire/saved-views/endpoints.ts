import { Invalid } from '@keyan/kernel/errors.ts';
import { type Static, Type } from 'typebox';
import {
  chooseView,
  removeViews,
  savedViews,
  saveView,
  shareableRoles,
} from '../../saved-views/saved-views.ts';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { idParam, idsParam, versionParam } from '../inputs.ts';

const name = Type.String({ minLength: 1, maxLength: 60 });
const maxNames = 200;

const content = Type.Object({
  query: Type.String({ maxLength: 4000 }),
  columns: Type.Optional(
    Type.Object({
      shown: Type.Optional(Type.Array(name, { maxItems: maxNames })),
      widths: Type.Optional(
        Type.Record(name, Type.Integer({ minimum: 20, maximum: 2000 }), {
          maxProperties: maxNames,
        }),
      ),
      order: Type.Optional(Type.Array(name, { maxItems: maxNames })),
      pinned: Type.Optional(Type.Array(name, { maxItems: maxNames })),
      hidden: Type.Optional(Type.Array(name, { maxItems: maxNames })),
    }),
  ),
  density: Type.Optional(Type.Union([Type.Literal('compact'), Type.Literal('regular')])),
});

/** Returns the stored content of a view from the input; other keys are dropped (ruling 13). */
const contentOf = ({ query, columns, density }: Static<typeof content>) => {
  if (!columns) return { query, ...(density && { density }) };
  const { shown, order, hidden, widths, pinned } = columns;
  return { query, columns: { shown, order, hidden, widths, pinned }, ...(density && { density }) };
};

/** Calls for saved views of lists; for the console, like everything below `keyan/`. */
export const viewEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/views/list',
    auth: 'user',
    summary: ['保存的视图', 'Saved views'],
    input: Type.Object({}),
    run: (_input, { engine, actor }) => savedViews(engine, actor),
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/views/roles',
    auth: 'user',
    summary: ['视图可共享的角色', 'Roles that a view may be shared with'],
    input: Type.Object({}),
    run: (_input, { engine, actor }) => shareableRoles(engine, actor),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/views/save',
    auth: 'user',
    summary: ['保存视图', 'Save a view'],
    input: Type.Object({
      id: Type.Optional(idParam),
      version: Type.Optional(versionParam),
      resource: name,
      view: name,
      name: Type.String({ maxLength: 40 }),
      content,
      roles: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 })),
    }),
    run: async (input, { engine, actor }) => {
      const trimmed = input.name.trim();
      if (trimmed === '') {
        throw new Invalid([{ path: 'name', message: ['请输入视图名称', 'Enter a name'] }]);
      }
      const saved = await saveView(engine, actor, {
        ...input,
        name: trimmed,
        content: contentOf(input.content),
        roles: [...new Set(input.roles ?? [])],
      });
      return new Reply(saved, ['保存成功', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/views/remove',
    auth: 'user',
    summary: ['删除视图', 'Delete views'],
    input: Type.Object({ ids: idsParam(200) }),
    run: async ({ ids }, { engine, actor }) => {
      await removeViews(engine, actor, ids);
      return new Reply(true, ['删除成功', 'Deleted']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/views/choose',
    auth: 'user',
    summary: ['设为默认视图', 'Set as default view'],
    input: Type.Object({ resource: name, view: name, id: Type.Optional(idParam) }),
    run: async (input, { engine, actor }) => {
      await chooseView(engine, actor, input);
      return true;
    },
  }),
];
