import type { Label } from '../../label.ts';

/**
 * Buttons that every kind of record may have; `{page code}_{action}` is the permission code:
 * `paper_edit`. `audit` decides a task of an approval, `backDraft` reverts a record to a draft,
 * `abolish` voids an approved one (docs/language.md). Further actions of a kind are under
 * `actions`.
 */
export const commonActions = {
  add: ['新增', 'Add'],
  edit: ['编辑', 'Edit'],
  view: ['查看', 'View'],
  delete: ['删除', 'Delete'],
  submit: ['提交', 'Submit'],
  recall: ['撤回', 'Recall'],
  audit: ['审核', 'Review'],
  back: ['退回', 'Return'],
  backDraft: ['退回草稿', 'Revert to draft'],
  abolish: ['作废', 'Void'],
  copy: ['复制', 'Copy'],
  import: ['导入', 'Import'],
  export: ['导出', 'Export'],
  zip: ['打包下载', 'Download all'],
  print: ['打印', 'Print'],
  history: ['版本历史', 'History'],
} as const satisfies Record<string, Label>;

export type CommonAction = keyof typeof commonActions;

export const isCommonAction = (name: string): name is CommonAction =>
  Object.hasOwn(commonActions, name);
