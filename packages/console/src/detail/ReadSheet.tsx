import type { AttachedFile, FieldSpec } from '@keyan/kernel/field.ts';
import { kinds } from '@keyan/kernel/kinds.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { applies, isEmpty } from '@keyan/kernel/validate.ts';
import { type ReactNode, useMemo } from 'react';
import { useCatalogues } from '../data/catalogues.ts';
import { FileTile } from '../fields/FileTile.tsx';
import { ordinalOf } from '../fields/rows/lines.ts';
import { cells, textOf, texts } from '../fields/values.tsx';
import { lackingCatalogues } from '../form/attachments.ts';
import { FieldBox } from '../form/FieldBox.tsx';
import { linesOf } from '../form/path.ts';
import { type FormStore, normalised } from '../form/store.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import type { Presentation, Values } from '../shared/present.ts';
import { fieldOf, usePresentation } from '../shared/resources.tsx';
import './detail.css';
import './print.css';
import { type ShownSection, shownSections } from './sections.ts';

export interface ReadSheetProps {
  readonly resource: Resource;
  readonly row: Values;
  /** Fields without a value are shown as well. */
  readonly all?: boolean;
  /** The page's head shows the record's title (the usual case). */
  readonly headed?: boolean;
  /** Fields that this step may change, as controls on tint; they need `form`. */
  readonly editable?: readonly string[];
  readonly form?: FormStore;
  /** Fields that changed since the record came back, marked. */
  readonly changed?: ReadonlySet<string>;
  /** Only what changed. */
  readonly onlyChanged?: boolean;
  /** Only these fields. */
  readonly only?: ReadonlySet<string>;
  /** Above the first section, inside the sheet: a band. */
  readonly band?: ReactNode;
}

/** A record to be read: the sections of its form, three facts to a line, nothing empty. */
export const ReadSheet = (props: ReadSheetProps) => {
  const {
    resource,
    all = false,
    headed = true,
    editable,
    form,
    changed,
    onlyChanged = false,
    band,
  } = props;
  const label = useLabel();
  const presentation = usePresentation(resource);
  const row = useMemo(() => normalised(resource.fields, props.row), [resource, props.row]);
  const sections = shownSections(resource, row, {
    all,
    headed,
    editable,
    only: onlyChanged ? changed : props.only,
  });
  const shared = { resource, row, presentation, editable, form, changed };
  return (
    <article className="ky-sheet ky-read">
      {band}
      {sections.map((section) => (
        <section key={section.key} aria-label={label(section.title)}>
          <div className="ky-read-head">
            <h2>{label(section.title)}</h2>
            <SectionNote section={section} {...shared} />
          </div>
          {section.facts.length > 0 && (
            <dl className="ky-facts">
              {section.facts.map(({ name, spec }) => (
                <Fact key={name} name={name} spec={spec} {...shared} />
              ))}
            </dl>
          )}
          {section.blocks.map(({ name, spec }) => (
            <BlockFact
              key={name}
              name={name}
              spec={spec}
              alone={section.blocks.length + section.facts.length === 1}
              {...shared}
            />
          ))}
        </section>
      ))}
    </article>
  );
};

interface Shared {
  readonly resource: Resource;
  readonly row: Values;
  readonly presentation: Presentation;
  readonly editable?: readonly string[];
  readonly form?: FormStore;
  readonly changed?: ReadonlySet<string>;
}

/** Beside a section's title: that its blue fields are open, or that its attachments are complete. */
const SectionNote = ({
  section,
  resource,
  row,
  editable = [],
}: Shared & { section: ShownSection }) => {
  const label = useLabel();
  const files = section.blocks.find(({ spec }) => spec.kind === 'files');
  if (files) {
    const wanted = (files.spec.catalogues ?? []).filter((each) => each.required).length;
    const list = (row[files.name] as AttachedFile[] | null) ?? [];
    const lacking = lackingCatalogues(files.spec, list).length;
    if (wanted === 0 || resource.attachable?.(row as never) === false) return null;
    return (
      <span className="ky-note">
        {lacking === 0
          ? label([`必传 ${wanted} 类，已齐`, `${wanted} required, complete`])
          : label([
              `必传 ${wanted} 类，缺 ${lacking} 类`,
              `${wanted} required, ${lacking} missing`,
            ])}
      </span>
    );
  }
  return section.facts.some(({ name }) => editable.includes(name)) ? (
    <span className="ky-note">
      {label(['标蓝的字段本环节可改', 'Fields on blue may be changed at this step'])}
    </span>
  ) : null;
};

type FactProps = Shared & { readonly name: string; readonly spec: FieldSpec };

/** From this length, in Latin letters, a fact takes two columns: it would be a tower in one. */
const wideFrom = 48;

/** How long a text is drawn, in Latin letters: a Chinese character is as wide as two. */
const lengthOf = (text: string): number =>
  text.length + (text.match(/[\u2e80-\uffff]/g)?.length ?? 0);

const Fact = ({ name, spec, row, presentation, editable, form, changed }: FactProps) => {
  const label = useLabel();
  const language = useLanguage();
  const own = fieldOf(presentation, name);
  const Show = own.Text ?? texts[spec.kind];
  const open = form && editable?.includes(name) && !spec.readonly;
  const wide = !open && lengthOf(textOf(name, spec, row, language)) > wideFrom;
  return (
    <div
      className="ky-fact"
      data-wide={wide || undefined}
      data-open={open || undefined}
      data-changed={changed?.has(name) || undefined}
    >
      <dt title={label(spec.label)}>{label(spec.label)}</dt>
      <dd>
        {open ? (
          <FieldBox form={form} path={name} />
        ) : (
          <Show name={name} spec={spec} value={row[name]} row={row} />
        )}
      </dd>
    </div>
  );
};

const BlockFact = (props: FactProps & { alone: boolean }) => {
  const { name, spec, row, presentation, alone, resource } = props;
  const label = useLabel();
  const own = fieldOf(presentation, name);
  const Show = own.Text ?? texts[spec.kind];
  return (
    <div className="ky-fact-block" data-changed={props.changed?.has(name) || undefined}>
      {!alone && <h3>{label(spec.label)}</h3>}
      {spec.kind === 'rows' ? (
        <ReadRows path={name} spec={spec} row={row} presentation={presentation} />
      ) : spec.kind === 'files' ? (
        <ReadFiles resource={resource} spec={spec} files={(row[name] as AttachedFile[]) ?? []} />
      ) : (
        <Show name={name} spec={spec} value={row[name]} row={row} />
      )}
    </div>
  );
};

interface ReadRowsProps {
  readonly path: string;
  readonly spec: FieldSpec;
  readonly row: Values;
  readonly presentation: Presentation;
}

/** A sub-table to be read: the columns of the form that hold something in any line. */
const ReadRows = ({ path, spec, row, presentation }: ReadRowsProps) => {
  const label = useLabel();
  const fields = spec.fields ?? {};
  const lines = linesOf(row, path);
  const ordinal = ordinalOf(fields);
  const names = fieldOf(presentation, path).columns ?? Object.keys(fields);
  const columns = names.filter(
    (name) => name !== ordinal && lines.some((line) => !isEmpty(line[name])),
  );
  if (lines.length === 0) return <p className="ky-note">{label(['无', 'None'])}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-lines ky-lines-read" tabIndex={0} aria-label={label(spec.label)}>
      <table>
        <thead>
          <tr>
            <th scope="col" style={{ width: 56 }}>
              {label((ordinal && fields[ordinal]?.spec.label) || ['序号', 'No.'])}
            </th>
            {columns.map((name) => {
              const column = fields[name]?.spec;
              return (
                <th key={name} scope="col" data-align={column && kinds[column.kind].align}>
                  {column && label(column.label)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={String(line.id ?? index)}>
              <td>{index + 1}</td>
              {columns.map((name) => {
                const field = fields[name];
                if (!field) return null;
                const Show =
                  fieldOf(presentation, `${path}.${name}`).Cell ?? cells[field.spec.kind];
                return (
                  <td
                    key={name}
                    data-align={kinds[field.spec.kind].align}
                    data-label={label(field.spec.label)}
                  >
                    {applies(field, line) && (
                      <Show name={name} spec={field.spec} value={line[name]} row={line} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface ReadFilesProps {
  readonly resource: Resource;
  readonly spec: FieldSpec;
  readonly files: readonly AttachedFile[];
}

const ReadFiles = ({ resource, spec, files }: ReadFilesProps) => {
  const label = useLabel();
  const { list: catalogues } = useCatalogues(resource, spec);
  const nameOf = (code: string) => {
    const found = catalogues.find((each) => each.code === code);
    return found && label(found.label);
  };
  if (files.length === 0) return <p className="ky-note">{label(['无', 'None'])}</p>;
  return (
    <div className="ky-tiles">
      {files.map((file) => (
        <FileTile key={file.id} file={file} note={nameOf(file.catalog)} />
      ))}
    </div>
  );
};
