import type { Label } from '@keyan/kernel/label.ts';
import { claimPage } from '../../achievement/collection/faces.ts';

/** A way to a page that is opened often. */
export interface Shortcut {
  readonly label: Label;
  readonly to: string;
  /** A button code, or the path of a page of the menu, that the reader must have. */
  readonly needs: { readonly permission: string } | { readonly page: string };
}

/** Pages that people open most, as far as they exist. */
export const shortcuts: readonly Shortcut[] = [
  {
    label: ['论文登记', 'Register paper'],
    to: '/achievement/papers/add',
    needs: { permission: 'paper_add' },
  },
  {
    label: ['论文认领', 'Claim papers'],
    to: claimPage,
    needs: { page: claimPage },
  },
  {
    label: ['论文审核', 'Review papers'],
    to: '/achievement/papersAudit',
    needs: { page: '/achievement/papersAudit' },
  },
  {
    label: ['论文库', 'Paper library'],
    to: '/achievement/papersLib',
    needs: { page: '/achievement/papersLib' },
  },
  {
    label: ['经费支出', 'Expenses'],
    to: '/funds/fundsExpenditure',
    needs: { page: '/funds/fundsExpenditure' },
  },
  {
    label: ['经费到账', 'Arrivals'],
    to: '/funds/fundingArrive',
    needs: { page: '/funds/fundingArrive' },
  },
  {
    label: ['我的评审', 'My reviews'],
    to: '/review/myTask',
    needs: { page: '/review/myTask' },
  },
  { label: ['待签收', 'Unclaimed'], to: '/mywork/claim', needs: { page: '/mywork/claim' } },
  { label: ['我发起的', 'Submitted by me'], to: '/mywork/send', needs: { page: '/mywork/send' } },
  { label: ['已办事务', 'Reviewed by me'], to: '/mywork/done', needs: { page: '/mywork/done' } },
  { label: ['数据看板', 'Dashboard'], to: '/wel/dashboard', needs: { page: '/wel/dashboard' } },
  {
    label: ['发布通知', 'New notice'],
    to: '/desk/notice/add',
    needs: { permission: 'notice_add' },
  },
  { label: ['我的消息', 'Messages'], to: '/message/index', needs: { page: '/message/index' } },
];
