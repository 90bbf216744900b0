import { present } from '@keyan/console/presentation/present.ts';
import { processConclusion } from '../changes/process-conclusion.ts';
import { checkReport } from '../checks/check-report.ts';
import { ResultTools } from './ResultTools.web.tsx';

const results = {
  columns: ['bizType', 'title', 'isMarked', 'isRegistered'],
  head: 'title',
  line: ['成果', 'result'],
  Tools: ResultTools,
} as const;

export const conclusionPresentation = present(processConclusion, { fields: { results } });

export const checkReportPresentation = present(checkReport, { fields: { results } });
