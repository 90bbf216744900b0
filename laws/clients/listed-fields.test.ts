import { existsSync, readFileSync } from 'node:fs';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { application } from '@keyan/product/index.ts';
import { expect, test } from 'vitest';

/**
 * Achievements, claims, journals, prizes and activities have the fields of the specification's list, under its
 * Chinese labels, as required and with its dictionaries. What differs stands here; why is in decision 0214.
 */
const kinds =
  `papersapp collectionThesis papersappClaim journal bookapp patentapp zlsb advisoryapp wenyichuangzuo art
  sjyszp yyzp achievementAwd copyrightapp tycgdj yxhlwwhdj cgjd xpz xy gxjscp standard xshdjb xshdcj
  prizeNotice prizeDeclaration`
    .split(/\s+/)
    .filter(Boolean);

/**
 * Differences of every kind that has these fields: the engine's own columns, the words of books, and labels that say
 * more.
 */
const everywhere: Readonly<Record<string, string>> = {
  auditStatus: 'missing',
  currentNode: 'missing',
  'authors.wordCount': 'missing',
  'authors.isFirstUnit': '我校是否第一署名单位',
  'authors.contributionRate': '贡献率',
};

const differing: Readonly<Record<string, string>> = {
  'papersappClaim.claimStatus': 'dictionary claimState',
  'bookapp.authors.authorType': 'dictionary bookAuthorType',
  'journal.status': 'required',
  'zlsb.applyNum': 'by approver',
  'zlsb.acceptDate': 'by approver',
  'yxhlwwhdj.equalLevel': 'by approver',
  'achievementAwd.isFirstUnit': 'computed',
  'achievementAwd.fromDeclareId': 'computed',
  'xshdjb.realNum': 'by approver',
  'xshdjb.paperNum': 'by approver',
  'xshdjb.specialReportNum': 'by approver',
  'xshdjb.summary': 'by approver',
  'xshdjb.newsUrl': 'by approver',
  'xshdcj.fkDeptId': 'entered',
  'prizeNotice.reviewSetId': 'missing',
  'prizeDeclaration.bizType': 'computed',
  'prizeDeclaration.outputs.bizId': 'missing',
  'prizeDeclaration.deptRank': 'by approver',
  'prizeDeclaration.reviewScore': 'by approver',
};

interface Listed {
  readonly name: string;
  readonly zh: string;
  readonly type: string;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly dict?: string;
}

interface Entity {
  readonly key: string;
  readonly fields: readonly Listed[];
  readonly subs?: readonly { readonly name: string; readonly fields: readonly Listed[] }[];
  readonly mixins?: readonly string[];
}

/** Labels are the same but for spaces and the width of marks. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[\s,，]/g, '');

/** How a field differs from the one that is listed; nothing where it does not. */
const difference = (listed: Listed, spec: FieldSpec | undefined): string | null => {
  if (!spec) return 'missing';
  const { label, dictionary, readonly: fixed = false } = spec;
  if (plain(label[0]) !== plain(listed.zh)) return label[0];
  if (listed.dict && dictionary && dictionary.key !== listed.dict) {
    return `dictionary ${dictionary.key}`;
  }
  if (spec.byApprover) return 'by approver';
  if (fixed !== listed.readonly) return fixed ? 'computed' : 'entered';
  const demanded = Boolean(spec.required || spec.requiredInDraft);
  // Files are demanded by category, and a value of some records alone where they have the field.
  if (fixed || listed.type === 'attachments' || spec.when) return null;
  return demanded === listed.required ? null : demanded ? 'required' : 'optional';
};

const differences = (entity: Entity, fields: Fields): Readonly<Record<string, string>> => {
  const lines = (entity.subs ?? []).flatMap(({ name, fields: listed }) =>
    listed.map(
      (one) => [`${name}.${one.name}`, one, fields[name]?.spec.fields?.[one.name]] as const,
    ),
  );
  const own = entity.fields.map((one) => [one.name, one, fields[one.name]] as const);
  return Object.fromEntries(
    [...own, ...lines].flatMap(([name, listed, field]) => {
      const said = difference(listed, field?.spec);
      return said === null || everywhere[name] === said ? [] : [[`${entity.key}.${name}`, said]];
    }),
  );
};

// The list lies beside the project and is no part of it. Where it is missing this test passes and says
// that it did not run.
const list = new URL('../../../shared/data/entities.json', import.meta.url);

test('the fields are those of the list', ({ skip }) => {
  if (!existsSync(list)) skip('the list of fields is not beside the project');
  const { entities } = JSON.parse(readFileSync(list, 'utf8')) as { readonly entities: Entity[] };
  const listed = new Map(entities.map((one) => [one.key, one]));
  const found = kinds.map((key) => {
    const entity = listed.get(key);
    const resource = application.resources.find((one) => one.key === key);
    if (!entity || !resource) throw new Error(`no ${key}`);
    const parts = [entity, ...(entity.mixins ?? []).flatMap((name) => listed.get(name) ?? [])];
    return Object.assign(
      {},
      ...parts.map((part) => differences({ ...part, key }, resource.fields)),
    );
  });
  expect(Object.assign({}, ...found)).toEqual(differing);
});
