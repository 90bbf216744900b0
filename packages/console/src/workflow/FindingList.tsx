import type { UploadFindings } from '@keyan/kernel/wire/routes.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import './findings.css';

/** Groups of findings, the most important first. */
const groups: readonly (readonly [list: keyof UploadFindings, title: Text])[] = [
  ['problems', ['不能部署的原因', 'Why it cannot be deployed']],
  ['converted', ['按相同含义转换', 'Converted, with the same meaning']],
  ['warnings', ['提示', 'Notes']],
];

/** Renders the findings in an uploaded route, in three groups; empty groups are omitted. */
export const FindingList = ({ findings }: { readonly findings: UploadFindings }) => {
  const label = useLabel();
  const filled = groups.filter(([list]) => findings[list].length > 0);
  if (filled.length === 0) {
    return (
      <p>{label(['流程将按图执行，没有其他说明', 'The process will run exactly as drawn'])}</p>
    );
  }
  return (
    <div className="ky-findings">
      {filled.map(([list, title]) => (
        <section key={list} data-list={list} aria-label={label(title)}>
          <h3>
            {label(title)} ({findings[list].length})
          </h3>
          <ul>
            {findings[list].map(({ nodeId, text, textEn }) => (
              <li key={`${nodeId} ${text}`}>
                {label([text, textEn])}
                {nodeId !== '' && <code>{nodeId}</code>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
