import { useLabel } from '../i18n/language.ts';
import './status.css';

/**
 * Renders the mark 再次提交: the writer submitted the record again after it was returned or recalled.
 */
export const ResubmittedMark = () => (
  <span className="ky-again">{useLabel()(['再次提交', 'Resubmitted'])}</span>
);
