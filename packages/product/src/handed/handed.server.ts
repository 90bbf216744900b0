import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { handedSources } from './dictionaries.ts';
import { type HandedCell, plainLabel } from './difference.ts';
import { handedOut } from './handed-out.ts';
import { keepContent } from './store.server.ts';

/** Column key of figures entered by hand. */
const valueColumn = 'value';

/** Stores figures entered by hand as cells when the submission is registered. */
export const handedBehaviour = defineBehaviour(handedOut, {
  complete: async ({ source, sourceKey, title, figures }) =>
    source === handedSources.manual
      ? {
          // The title without its year identifies recurring submissions, such as a speech.
          sourceKey:
            sourceKey ?? `manual:${plainLabel(title ?? '').replace(/\d{4}年?/g, '')}`.slice(0, 120),
          cellCount: (figures ?? []).length,
        }
      : {},
  performed: {
    register: async ({ id, source, figures }, { tx }) => {
      if (source !== handedSources.manual) return;
      const cells = (figures ?? []).map(
        ({ name, value, unit, definition }): HandedCell => ({
          row: `figure:${plainLabel(name ?? '')}`,
          rowLabel: unit ? `${name}（${unit}）` : (name ?? ''),
          column: valueColumn,
          // Left empty: pages show a translated label.
          columnLabel: '',
          value: value ?? '',
          record: null,
          definition: definition ?? '',
        }),
      );
      const first = new Map(cells.map((cell) => [cell.row, cell]));
      await keepContent(tx, id, { cells: [...first.values()], parts: [] });
    },
  },
});
