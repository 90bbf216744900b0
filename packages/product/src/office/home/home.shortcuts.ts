import type { Label } from '@keyan/kernel/label.ts';
import { claimPage } from '../../achievement/collection/addresses.ts';
import type { RoleAlias } from '../../shared/roles.ts';

/** Shortcut to a page. */
export interface Shortcut {
  readonly label: Label;
  readonly to: string;
  /** Required permission code, or path of the required menu page. */
  readonly needs: { readonly permission: string } | { readonly page: string };
}

const page = (label: Label, to: string): Shortcut => ({ label, to, needs: { page: to } });
const button = (label: Label, to: string, permission: string): Shortcut => ({
  label,
  to,
  needs: { permission },
});

/** Available shortcuts by name. */
const shortcutsByName = {
  paper: button(['论文登记', 'Register paper'], '/achievement/papers/add', 'paper_add'),
  paperFor: button(
    ['代录论文', 'Register paper for a colleague'],
    '/achievement/papers/add',
    'paper_add',
  ),
  paperImport: button(['导入论文', 'Import papers'], '/achievement/papers', 'paper_import'),
  claim: page(['论文认领', 'Claim papers'], claimPage),
  paperAudit: page(['论文审核', 'Review papers'], '/achievement/papersAudit'),
  paperLibrary: page(['论文库', 'Paper library'], '/achievement/papersLib'),
  journals: page(['期刊库', 'Journals'], '/achievement/journal'),
  contract: button(
    ['横向备案', 'Register contract'],
    '/program/horizontal/record/add',
    'h_record_add',
  ),
  expense: button(['经费支出', 'New expense'], '/funds/fundsExpenditure/add', 'expend_add'),
  expenses: page(['经费支出', 'Expenses'], '/funds/fundsExpenditure'),
  invoice: button(['票据申请', 'Apply for an invoice'], '/funds/billapplyinfo/add', 'bill_add'),
  issue: button(['开票', 'Issue invoices'], '/funds/billapplyinfo?status=2', 'bill_issue'),
  attended: button(['参加活动', 'Register attended activity'], '/activity/cjhd/add', 'cjhd_add'),
  plan: button(['计划发布', 'Publish a call'], '/program/vertical/declarePlan', 'v_plan_publish'),
  recommend: page(['推荐排序', 'Recommend and rank'], '/program/vertical/declareAudit'),
  arrivals: page(['经费到账', 'Arrivals'], '/funds/fundingArrive'),
  allocate: button(
    ['到账分配', 'Allocate arrivals'],
    '/funds/fundingArrive?status=0,1',
    'arrive_divideFinish',
  ),
  statement: button(['到账导入', 'Import arrivals'], '/funds/fundingArrive', 'arrive_import'),
  reviews: page(['我的评审', 'My reviews'], '/review/myTask'),
  contracts: page(['合同备案', 'Contracts'], '/program/horizontal/record'),
  activities: page(['举办活动库', 'Activities held'], '/activity/jbhdLib'),
  webAudit: page(
    ['网络文化成果审核', 'Review internet-culture works'],
    '/achievement/yxhlwwhcgAudit',
  ),
  webLibrary: page(['网络文化成果库', 'Internet-culture works'], '/achievement/yxhlwwhcgLib'),
  ethics: page(['科技伦理审查', 'Ethics reviews'], '/program/ethicsReview'),
  unclaimed: page(['待签收', 'Unclaimed'], '/mywork/claim'),
  sent: page(['我发起的', 'Submitted by me'], '/mywork/send'),
  done: page(['已办事务', 'Completed tasks'], '/mywork/done'),
  dashboard: page(['数据看板', 'Dashboard'], '/wel/dashboard'),
  notice: button(['发布通知', 'New notice'], '/desk/notice/add', 'notice_add'),
  messages: page(['我的消息', 'Messages'], '/message/index'),
} as const;

type ShortcutName = keyof typeof shortcutsByName;

const leading: readonly ShortcutName[] = ['dashboard', 'done', 'messages'];

/**
 * Shortcuts of each role, most used first; an account gets the shortcuts of all its roles without
 * repetition.
 */
const shortcutsByRole: readonly (readonly [RoleAlias, readonly ShortcutName[]])[] = [
  ['rd_leader', leading],
  ['school_leader', leading],
  [
    'rd_admin',
    ['plan', 'allocate', 'journals', 'paperLibrary', 'dashboard', 'unclaimed', 'notice'],
  ],
  ['rd_project', ['plan', 'recommend', 'dashboard', 'unclaimed', 'notice']],
  ['rd_achieve', ['paperAudit', 'paperLibrary', 'journals', 'dashboard', 'unclaimed', 'notice']],
  ['rd_fund', ['allocate', 'arrivals', 'expenses', 'dashboard', 'unclaimed']],
  ['dept_leader', ['dashboard', 'paperLibrary', 'done']],
  [
    'dept_secretary',
    ['paperFor', 'paperImport', 'recommend', 'paperAudit', 'dashboard', 'unclaimed'],
  ],
  ['finance', ['statement', 'issue', 'arrivals', 'expenses', 'unclaimed']],
  ['teacher', ['paper', 'claim', 'contract', 'expense', 'invoice', 'attended', 'sent']],
  ['expert', ['reviews', 'done', 'messages']],
  ['legal', ['contracts', 'done', 'unclaimed', 'messages']],
  ['intl', ['activities', 'done', 'unclaimed', 'messages']],
  ['propaganda', ['webAudit', 'webLibrary', 'done', 'unclaimed', 'messages']],
  ['ethics', ['ethics', 'done', 'unclaimed', 'messages']],
];

/** Shortcuts of accounts without any of these roles. */
const usual: readonly ShortcutName[] = ['sent', 'done', 'unclaimed', 'messages', 'notice'];

/** Shortcuts for roles, limited to pages that the account may open. */
export const shortcutsFor = (roles: readonly string[]): readonly Shortcut[] => {
  const own = shortcutsByRole
    .filter(([role]) => roles.includes(role))
    .flatMap(([, codes]) => codes);
  return [...new Set(own.length > 0 ? own : usual)].map((way) => shortcutsByName[way]);
};
