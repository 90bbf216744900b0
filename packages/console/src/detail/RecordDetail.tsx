import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type ReactNode, Suspense, useMemo } from 'react';
import { SkeletonRows } from '../components/state.tsx';
import type { WireRow } from '../data/calls.ts';
import { MaskedText } from '../fields/MaskedText.tsx';
import { readOnlyValueByType, valueText } from '../fields/values.tsx';
import { FieldBox } from '../form/FieldBox.tsx';
import { normalisedRow } from '../form-store/row.ts';
import type { FormStore } from '../form-store/store.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import type { OwnSectionProps, ShownField, ShownSection } from '../presentation/present.ts';
import { fieldPresentation, usePresentation } from '../presentation/resources.tsx';
import './detail.css';
import './print.css';
import { readOnlyBlocksByType } from './readBlocks.tsx';
import { detailSections } from './sections.ts';

export interface RecordDetailProps {
  readonly resource: Resource;
  readonly row: RowLike;
  /** Shows fields without a value as well. */
  readonly all?: boolean;
  /** True if the page header shows the record's title (the usual case). */
  readonly headed?: boolean;
  /** Fields that this step may change, rendered as controls on tint; require `form`. */
  readonly editable?: readonly string[];
  readonly form?: FormStore;
  /** Fields to mark, because they changed since the record was returned. */
  readonly changed?: ReadonlySet<string>;
  /** Shows changed fields only. */
  readonly onlyChanged?: boolean;
  /** Banner above the first section, inside the card. */
  readonly banner?: ReactNode;
  /**
   * Omits the part above the fields that the kind's own page has, for readers without that page.
   */
  readonly bare?: boolean;
}

/**
 * Renders a record read-only: the sections of its form, three fields per line, without empty
 * fields.
 */
export const RecordDetail = (props: RecordDetailProps) => {
  const {
    resource,
    all = false,
    headed = true,
    editable,
    form,
    changed,
    onlyChanged = false,
    banner,
    bare = false,
  } = props;
  const label = useLabel();
  const presentation = usePresentation(resource);
  const { Question } = presentation;
  const row = useMemo(() => normalisedRow(resource.fields, props.row), [resource, props.row]);
  const sections = detailSections(resource, row, {
    all,
    headed,
    editable,
    only: onlyChanged ? changed : undefined,
  });
  const shared = { resource, row, presentation, editable, form, changed };
  return (
    <article className="ky-card ky-read">
      {Question && !bare && <Question row={props.row as WireRow} />}
      {banner}
      {sections.map((section) => (
        <section key={section.key} aria-label={label(section.title)}>
          <div className="ky-read-head">
            <h2>{label(section.title)}</h2>
            <SectionNote section={section} {...shared} />
          </div>
          <SectionBody section={section} {...shared} />
        </section>
      ))}
    </article>
  );
};

/** Renders the fields of a section, or the resource's own presentation of it. */
const SectionBody = (props: Shared & { section: ShownSection }) => {
  const { section, ...shared } = props;
  const label = useLabel();
  const Own = shared.presentation.sections?.[section.key];
  if (Own) {
    return (
      <Suspense fallback={<SkeletonRows rows={3} height={28} />}>
        <Own section={section} {...shared} />
      </Suspense>
    );
  }
  return (
    <>
      {section.facts.length > 0 && <FieldFacts fields={section.facts} {...shared} />}
      {section.wholes.map(({ of, parts }) => (
        <div key={of[1]} className="ky-fact-block">
          <h3>{label(of)}</h3>
          <FieldFacts fields={parts} {...shared} />
        </div>
      ))}
      {section.blocks.map(({ name, spec }) => (
        <BlockFact
          key={name}
          name={name}
          spec={spec}
          alone={section.blocks.length + section.facts.length + section.wholes.length === 1}
          {...shared}
        />
      ))}
    </>
  );
};

/** Renders fields of a record read-only, three per line. */
export const FieldFacts = ({ fields, ...shared }: Shared & { fields: readonly ShownField[] }) => (
  <dl className="ky-facts">
    {fields.map(({ name, spec }) => (
      <Fact key={name} name={name} spec={spec} {...shared} />
    ))}
  </dl>
);

type Shared = Omit<OwnSectionProps, 'section'>;

/**
 * Renders the note beside a section's title: that of its block, or that its blue fields are
 * editable.
 */
const SectionNote = (props: Shared & { section: ShownSection }) => {
  const { section, editable = [] } = props;
  const label = useLabel();
  for (const { name, spec } of section.blocks) {
    const Note = readOnlyBlocksByType[spec.type]?.Note;
    if (Note) return <Note {...props} path={name} spec={spec} />;
  }
  return [...section.facts, ...section.blocks].some(({ name }) => editable.includes(name)) ? (
    <span className="ky-note">
      {label(['底色标出的字段本环节可改', 'Shaded fields are editable at this step'])}
    </span>
  ) : null;
};

export type FieldValueProps = Shared & ShownField;

/** Length, in Latin letters, from which a value takes two columns. */
const wideFrom = 48;

/** Returns the length of a text in Latin letters; a Chinese character counts as two. */
const lengthOf = (text: string): number =>
  text.length + (text.match(/[\u2e80-\uffff]/g)?.length ?? 0);

const Fact = (props: FieldValueProps) => {
  const { name, spec, row, changed } = props;
  const label = useLabel();
  const language = useLanguage();
  const open = isOpen(props);
  const wide = !open && lengthOf(valueText(name, spec, row, language)) > wideFrom;
  return (
    <div
      className="ky-fact"
      data-wide={wide || undefined}
      data-open={open || undefined}
      data-changed={changed?.has(name) || undefined}
    >
      <dt title={label(spec.label)}>{label(spec.part?.label ?? spec.label)}</dt>
      <dd>
        <FieldValue {...props} />
      </dd>
    </div>
  );
};

/** Returns true if this step may change the field. */
const isOpen = ({ form, editable, name, spec }: FieldValueProps): boolean =>
  form !== undefined && editable?.includes(name) === true && !spec.readonly;

/**
 * Renders a value: read-only, unmasked on demand if masked, or as a control if this step may change
 * it.
 */
export const FieldValue = (props: FieldValueProps) => {
  const { resource, name, spec, row, presentation, form } = props;
  const Show = fieldPresentation(presentation, name).Text ?? readOnlyValueByType[spec.type];
  const id = typeof row.id === 'string' ? row.id : undefined;
  if (form && isOpen(props)) return <FieldBox form={form} path={name} />;
  return spec.masked && typeof row[name] === 'string' && id !== undefined ? (
    <MaskedText key={id} resource={resource} id={id} spec={spec} path={name} value={row[name]} />
  ) : (
    <Show name={name} spec={spec} value={row[name]} row={row} />
  );
};

const BlockFact = (props: FieldValueProps & { alone: boolean }) => {
  const { name, spec, alone } = props;
  const label = useLabel();
  const Body = readOnlyBlocksByType[spec.type]?.Body;
  return (
    <div
      className="ky-fact-block"
      data-open={isOpen(props) || undefined}
      data-changed={props.changed?.has(name) || undefined}
    >
      {!alone && <h3>{label(spec.label)}</h3>}
      {Body ? <Body {...props} path={name} /> : <FieldValue {...props} />}
    </div>
  );
};
