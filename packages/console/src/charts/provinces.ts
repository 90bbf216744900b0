import type { Label } from '@keyan/kernel/label.ts';

/** Tile of a province: short name, column and row, roughly as on a map. */
interface Tile {
  readonly short: Label;
  readonly at: readonly [column: number, row: number];
}

/** Tiles by the first two digits of a GB/T 2260 code. */
export const provinceTiles: Readonly<Record<string, Tile>> = {
  23: { short: ['黑', 'HL'], at: [7, 0] },
  15: { short: ['蒙', 'NM'], at: [4, 1] },
  22: { short: ['吉', 'JL'], at: [7, 1] },
  65: { short: ['新', 'XJ'], at: [0, 2] },
  62: { short: ['甘', 'GS'], at: [1, 2] },
  64: { short: ['宁', 'NX'], at: [2, 2] },
  14: { short: ['晋', 'SX'], at: [3, 2] },
  13: { short: ['冀', 'HE'], at: [4, 2] },
  11: { short: ['京', 'BJ'], at: [5, 2] },
  12: { short: ['津', 'TJ'], at: [6, 2] },
  21: { short: ['辽', 'LN'], at: [7, 2] },
  63: { short: ['青', 'QH'], at: [1, 3] },
  61: { short: ['陕', 'SN'], at: [2, 3] },
  41: { short: ['豫', 'HA'], at: [3, 3] },
  37: { short: ['鲁', 'SD'], at: [4, 3] },
  54: { short: ['藏', 'XZ'], at: [0, 4] },
  51: { short: ['川', 'SC'], at: [1, 4] },
  50: { short: ['渝', 'CQ'], at: [2, 4] },
  42: { short: ['鄂', 'HB'], at: [3, 4] },
  34: { short: ['皖', 'AH'], at: [4, 4] },
  32: { short: ['苏', 'JS'], at: [5, 4] },
  31: { short: ['沪', 'SH'], at: [6, 4] },
  53: { short: ['滇', 'YN'], at: [1, 5] },
  52: { short: ['黔', 'GZ'], at: [2, 5] },
  43: { short: ['湘', 'HN'], at: [3, 5] },
  36: { short: ['赣', 'JX'], at: [4, 5] },
  33: { short: ['浙', 'ZJ'], at: [5, 5] },
  45: { short: ['桂', 'GX'], at: [2, 6] },
  44: { short: ['粤', 'GD'], at: [3, 6] },
  35: { short: ['闽', 'FJ'], at: [4, 6] },
  71: { short: ['台', 'TW'], at: [6, 6] },
  46: { short: ['琼', 'HI'], at: [2, 7] },
  82: { short: ['澳', 'MO'], at: [3, 7] },
  81: { short: ['港', 'HK'], at: [4, 7] },
};

/** Number of columns and rows of the tile grid. */
export const tileGrid = { columns: 8, rows: 8 } as const;
