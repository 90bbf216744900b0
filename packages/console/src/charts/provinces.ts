import type { Label } from '@keyan/kernel/label.ts';

/** A province as a tile: its short name, and its column and row, roughly where it lies. */
interface Tile {
  readonly short: Label;
  readonly at: readonly [column: number, row: number];
}

/** Tiles by the first two digits of GB/T 2260. */
export const provinces: Readonly<Record<string, Tile>> = {
  23: { short: ['黑', 'HL'], at: [9, 0] },
  15: { short: ['蒙', 'NM'], at: [6, 1] },
  22: { short: ['吉', 'JL'], at: [9, 1] },
  65: { short: ['新', 'XJ'], at: [1, 2] },
  62: { short: ['甘', 'GS'], at: [3, 2] },
  64: { short: ['宁', 'NX'], at: [4, 2] },
  14: { short: ['晋', 'SX'], at: [5, 2] },
  13: { short: ['冀', 'HE'], at: [6, 2] },
  11: { short: ['京', 'BJ'], at: [7, 2] },
  12: { short: ['津', 'TJ'], at: [8, 2] },
  21: { short: ['辽', 'LN'], at: [9, 2] },
  63: { short: ['青', 'QH'], at: [3, 3] },
  61: { short: ['陕', 'SN'], at: [4, 3] },
  41: { short: ['豫', 'HA'], at: [5, 3] },
  37: { short: ['鲁', 'SD'], at: [6, 3] },
  54: { short: ['藏', 'XZ'], at: [1, 4] },
  51: { short: ['川', 'SC'], at: [3, 4] },
  50: { short: ['渝', 'CQ'], at: [4, 4] },
  42: { short: ['鄂', 'HB'], at: [5, 4] },
  34: { short: ['皖', 'AH'], at: [6, 4] },
  32: { short: ['苏', 'JS'], at: [7, 4] },
  31: { short: ['沪', 'SH'], at: [8, 4] },
  53: { short: ['滇', 'YN'], at: [3, 5] },
  52: { short: ['黔', 'GZ'], at: [4, 5] },
  43: { short: ['湘', 'HN'], at: [5, 5] },
  36: { short: ['赣', 'JX'], at: [6, 5] },
  33: { short: ['浙', 'ZJ'], at: [7, 5] },
  45: { short: ['桂', 'GX'], at: [4, 6] },
  44: { short: ['粤', 'GD'], at: [5, 6] },
  35: { short: ['闽', 'FJ'], at: [6, 6] },
  71: { short: ['台', 'TW'], at: [8, 6] },
  46: { short: ['琼', 'HI'], at: [4, 7] },
  82: { short: ['澳', 'MO'], at: [5, 7] },
  81: { short: ['港', 'HK'], at: [6, 7] },
};

/** Number of columns and rows of the tiles. */
export const tileGrid = { columns: 10, rows: 8 } as const;
