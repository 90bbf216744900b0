import { Card } from '@keyan/console/components/Page.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useState } from 'react';
import { personnel } from '../people/personnel.ts';
import { scholarPage } from '../people/scholar-page.ts';
import { project } from '../project/project.ts';
import type { CoAuthor, Scholar, ScholarProject } from './scholar.ts';

/** Facts of the personnel file that the reader may see. */
export const ScholarFacts = ({ scholar }: { readonly scholar: Scholar }) => {
  const label = useLabel();
  if (scholar.facts.length === 0) return null;
  return (
    <Card
      title={label(['个人信息', 'Person'])}
      extra={
        <RecordLink resource={personnel.key} id={scholar.file}>
          {label(['档案', 'File'])}
        </RecordLink>
      }
    >
      <dl className="ky-scholar-facts">
        {scholar.facts.map(({ name, label: term, text }) => (
          <div key={name}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

/** Number of lines shown before “show all”. */
const shownAtFirst = 6;

/** First items of a list with a button that shows all. */
const useFolded = <T,>(all: readonly T[], most: number) => {
  const label = useLabel();
  const [whole, setWhole] = useState(false);
  const more =
    !whole && all.length > most ? (
      <button type="button" className="ky-link ky-noprint" onClick={() => setWhole(true)}>
        {label([`全部 ${all.length} 项`, `All ${all.length}`])}
      </button>
    ) : null;
  return { shown: whole ? all : all.slice(0, most), more };
};

export const ScholarProjects = ({ projects }: { readonly projects: readonly ScholarProject[] }) => {
  const label = useLabel();
  const { shown, more } = useFolded(projects, shownAtFirst);
  if (projects.length === 0) return null;
  return (
    <Card title={label(['科研项目', 'Projects'])} count={projects.length}>
      <ul className="ky-scholar-projects">
        {shown.map(({ id, title, number, level, status, start, end, leads }) => (
          <li key={id}>
            <RecordLink resource={project.key} id={id}>
              {title}
            </RecordLink>
            <p className="ky-note">
              {[
                label(leads ? ['主持', 'Leader'] : ['参与', 'Member']),
                level,
                number,
                `${start.slice(0, 7)} – ${end.slice(0, 7)}`,
                status,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {more}
    </Card>
  );
};

/** Co-authors of the person with the number of joint works; staff link to their pages. */
export const CoAuthors = ({ people }: { readonly people: readonly CoAuthor[] }) => {
  const label = useLabel();
  const { shown, more } = useFolded(people, 3 * shownAtFirst);
  if (people.length === 0) return null;
  return (
    <Card title={label(['合作者', 'Co-authors'])} count={people.length}>
      <ul className="ky-scholar-people">
        {shown.map(({ id, name, count }) => (
          <li key={id || name}>
            {id ? <TabLink to={scholarPage(id)}>{name}</TabLink> : name}{' '}
            <span className="ky-count">{count}</span>
          </li>
        ))}
      </ul>
      {more}
    </Card>
  );
};
