import { useLabel } from '../i18n/language.ts';
import './status.css';

/** 再次提交: its writer handed the record in again after it had come back. */
export const ResubmittedMark = () => (
  <span className="ky-again">{useLabel()(['再次提交', 'Resubmitted'])}</span>
);
