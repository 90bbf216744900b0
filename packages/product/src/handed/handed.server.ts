import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { handedSources } from './dictionaries.ts';
import { type HandedCell, plainLabel } from './difference.ts';
import { handedOut } from './handed-out.ts';
import { keepContent } from './store.server.ts';

/** Column of the values of figures that somebody typed. */
const valueColumn = 'value';

/** Figures that were entered by hand are cells once they are registered. */
export const handedBehaviour = defineBehaviour(handedOut, {
  complete: async ({ source, sourceKey, title, figures }) =>
    source === handedSources.manual
      ? {
          // A title without its year names what is handed out each year, such as a speech.
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
          // Pages name it in their language.
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
