import type { DimensionKey } from '../../figures/figure.ts';

/** Question of a panel: figure, splits, and use of the page’s years. */
export interface PanelQuestion {
  readonly figure: string;
  readonly by?: readonly DimensionKey[];
  readonly flows: boolean;
  /** Page filters that apply to the figure. */
  readonly narrow: readonly ('college' | 'subjectClass' | 'sign')[];
  readonly change?: true;
}

const money = ['college'] as const;
const classed = ['college', 'subjectClass'] as const;
const outputs = ['college', 'subjectClass', 'sign'] as const;

/** Questions of each chart on the dashboard. */
export const panelQuestions = {
  arrivals: [{ figure: 'fund.gross', by: ['year', 'kind'], flows: true, narrow: money }],
  levels: [{ figure: 'project.active', by: ['level'], flows: false, narrow: classed }],
  ranking: [{ figure: 'fund.gross', by: ['college'], flows: true, narrow: money, change: true }],
  outputs: [{ figure: 'output.count', by: ['year', 'kind'], flows: true, narrow: outputs }],
  states: [{ figure: 'project.active', by: ['state'], flows: false, narrow: classed }],
  flow: [
    { figure: 'fund.gross', by: ['kind'], flows: true, narrow: money },
    { figure: 'fund.tax', flows: true, narrow: money },
    { figure: 'fund.overhead', flows: true, narrow: money },
    { figure: 'fund.transferred', flows: true, narrow: money },
  ],
  funnel: ['declare.sent', 'declare.recommended', 'declare.reviewed', 'declare.approved'].map(
    (figure) => ({ figure, by: ['kind'], flows: true, narrow: classed }),
  ),
  due: [{ figure: 'due.count', by: ['day', 'kind'], flows: false, narrow: [] }],
  index: [{ figure: 'paper.indexed', by: ['index'], flows: true, narrow: outputs }],
  high: [{ figure: 'output.high', by: ['year', 'kind'], flows: true, narrow: outputs }],
  region: [{ figure: 'contract.amount', by: ['region'], flows: true, narrow: classed }],
  party: [{ figure: 'contract.amount', by: ['party'], flows: true, narrow: classed }],
  people: [{ figure: 'person.active', by: ['rank', 'sex'], flows: false, narrow: classed }],
  rates: [{ figure: 'project.byRate', by: ['kind'], flows: false, narrow: money }],
  warnings: [{ figure: 'warning.active', by: ['rule'], flows: false, narrow: ['college'] }],
} satisfies Readonly<Record<string, readonly PanelQuestion[]>>;

/** Questions of the headline figures. */
export const headlineQuestions: readonly PanelQuestion[] = [
  { figure: 'project.active', flows: false, narrow: classed },
  { figure: 'project.approved', flows: true, narrow: classed, change: true },
  { figure: 'fund.gross', flows: true, narrow: money, change: true },
  { figure: 'fund.spent', flows: true, narrow: money, change: true },
  { figure: 'fund.rate', flows: false, narrow: classed },
  { figure: 'output.count', flows: true, narrow: outputs, change: true },
  { figure: 'person.active', flows: false, narrow: classed },
  { figure: 'fund.perHead', flows: true, narrow: money },
];
