import type { Engine } from '@keyan/engine/engine.ts';
import { contentDisposition } from '@keyan/engine/files/disposition.ts';
import { type Endpoint, endpoint, RawAnswer, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam, recordsParameter } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { baseFields, processFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { achievement } from '../achievement/common/achievement.ts';
import { paperAuthors } from '../achievement/common/authors.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { codeModel } from './code-model.ts';
import { datasource } from './datasource.ts';
import type { DataSources } from './develop.server.ts';
import { fieldsFrom } from './from-table.ts';
import { kindDefinitionText } from './kind.server.ts';

/** Fields common to all achievements. */
const shared = achievement({
  label: codeModel.label,
  plural: '',
  code: codeModel.key,
  path: '/',
  authors: paperAuthors,
  attachments: attachmentCategories('99'),
}).fields;

/** Generated file, and columns without a matching field type. */
interface Written {
  readonly name: string;
  readonly content: string;
  readonly left: readonly string[];
}

/** Plural of an English word. */
const pluralOf = (word: string): string => (/s$/.test(word) ? word : `${word}s`);

/**
 * Generates the definition for a model’s table.
 * @throws Missing if the model is deleted; Refused if the table cannot be read
 */
const write = async (
  engine: Engine,
  actor: Actor,
  sources: DataSources,
  modelId: string,
): Promise<Written> => {
  sources.assertOn();
  const { row } = await engine.as(actor).read(codeModel, modelId);
  const { packageName, codeName, codeNameEn, tableName, datasourceId, apiPath } = row;
  const columns = await engine.database.read(actor.tenantId, (session) =>
    sources.columns(session, datasourceId, tableName ?? ''),
  );
  const name = packageName ?? '';
  const taken = new Set([
    ...Object.keys({ ...shared, ...baseFields, ...processFields }),
    `${name}Num`,
  ]);
  const { fields, left } = fieldsFrom(columns, taken);
  if (fields[0]?.type !== 'text') {
    throw new Refused([
      '数据表中没有可作为标题的文本列',
      'The table has no text column that can serve as the title',
    ]);
  }
  const english = codeNameEn || name.charAt(0).toUpperCase() + name.slice(1);
  const numbers = [...engine.kinds].map(({ process }) => Number(process.category?.slice(5)) || 0);
  return {
    name: `${name}.ts`,
    content: kindDefinitionText({
      sort: 'achievement',
      name,
      key: `${name}app`,
      label: [codeName ?? name, english],
      plural: pluralOf(english),
      path: apiPath || `kh-edu-research/${name}`,
      flow: Math.max(1, ...numbers) + 1,
      fields,
    }),
    left,
  };
};

/** Calls that list data sources and generate definitions from their tables. */
export const developEndpoints = (sources: DataSources): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${datasource.path}/select`,
    auth: 'user',
    permissions: ['datasource', 'codeModel'],
    summary: ['选择数据源', 'Data sources to choose from'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) =>
        session.query(
          `select id::text, name from data_source where tenant_id = $1 and is_deleted = 0
            order by name collate "zh-x-icu"`,
          [actor.tenantId],
        ),
      ),
  }),
  endpoint({
    method: 'POST',
    path: `${codeModel.path}/copy`,
    auth: 'user',
    permissions: ['codeModel_add'],
    summary: ['复制代码模型', 'Copy a code model'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const { row } = await engine.as(actor).read(codeModel, input.id);
      const fields = Object.keys(codeModel.fields) as (keyof typeof codeModel.fields)[];
      const copied = Object.fromEntries(fields.map((name) => [name, row[name]]));
      await engine.as(actor).save(codeModel, {
        ...copied,
        codeName: `${row.codeName}-copy`.slice(0, 60),
      });
      return new Reply(true, ['复制成功', 'Copied']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${codeModel.path}/gen-code`,
    auth: 'user',
    permissions: ['codeModel_edit'],
    perMinute: 30,
    summary: ['生成定义', 'Generate definitions'],
    input: Type.Object({
      ids: recordsParameter,
      system: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    run: async ({ ids }, { actor, engine }) => {
      const files: Written[] = [];
      for (const each of ids) files.push(await write(engine, actor, sources, each));
      return new Reply(files, ['代码生成成功', 'Generated']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/code/file',
    auth: 'user',
    permissions: ['codeModel_view', 'codeModel_edit'],
    perMinute: 30,
    summary: ['下载生成的定义', 'Download a generated definition'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const { name, content } = await write(engine, actor, sources, input.id);
      return new RawAnswer(content, {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': contentDisposition('attachment', name),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      });
    },
  }),
];
