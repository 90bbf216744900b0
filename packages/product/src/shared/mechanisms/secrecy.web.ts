import type { Presentation } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNameOnly, lostToSecrecy } from '@keyan/kernel/definition/secrecy.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { secretWarning } from './secrecy.ts';

type Kind = Pick<Resource, 'label' | 'fields' | 'secrecy'>;

const attachmentsKeptText: Label = [
  '涉密{kind}只登记名称、编号、类别与人员，不上传附件。',
  'For a classified {kind}, register only the title, number, category and people, without attachments.',
];

const fieldsClearedText: Label = ['保存后将清除：{fields}。', 'Saving clears: {fields}.'];

const withFiles: Label = ['{name}（{count} 个文件）', '{name} (files: {count})'];

/** Label of a field that saving will clear; for attachments with their number. */
const named = ({ fields }: Kind, name: string, row: RowLike): Label => {
  const { type, label } = fields[name]?.spec ?? { label: [name, name] as const };
  const count = type === 'files' ? ((row[name] as readonly unknown[] | null) ?? []).length : 0;
  return count === 0 ? label : fill(withFiles, { name: label, count });
};

/**
 * Asks for consent before a secret record is saved, with the warning and the fields to be
 * cleared.
 */
export const secretConsent =
  (kind: Kind): NonNullable<Presentation['consent']> =>
  async (values, ask) => {
    if (!isNameOnly(kind, values)) return true;
    const lost = lostToSecrecy(kind, values);
    const names = lost.map((name) => named(kind, name, values));
    const [zh, en] = [names.map(([one]) => one).join('、'), names.map(([, one]) => one).join(', ')];
    const text = fill(attachmentsKeptText, { kind: [kind.label[0], kind.label[1].toLowerCase()] });
    const more = fill(fieldsClearedText, { fields: [zh, en] });
    return ask({
      title: secretWarning,
      text: lost.length === 0 ? text : [`${text[0]}${more[0]}`, `${text[1]} ${more[1]}`],
      go: lost.length === 0 ? ['继续登记', 'Continue'] : ['清除并保存', 'Clear and save'],
    });
  };
