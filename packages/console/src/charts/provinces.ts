/** A province as a tile: its short name, and its column and row, roughly where it lies. */
interface Tile {
  readonly zh: string;
  readonly en: string;
  readonly at: readonly [column: number, row: number];
}

/** Tiles by the first two digits of GB/T 2260. */
export const provinces: Readonly<Record<string, Tile>> = {
  23: { zh: '黑', en: 'HL', at: [9, 0] },
  15: { zh: '蒙', en: 'NM', at: [6, 1] },
  22: { zh: '吉', en: 'JL', at: [9, 1] },
  65: { zh: '新', en: 'XJ', at: [1, 2] },
  62: { zh: '甘', en: 'GS', at: [3, 2] },
  64: { zh: '宁', en: 'NX', at: [4, 2] },
  14: { zh: '晋', en: 'SX', at: [5, 2] },
  13: { zh: '冀', en: 'HE', at: [6, 2] },
  11: { zh: '京', en: 'BJ', at: [7, 2] },
  12: { zh: '津', en: 'TJ', at: [8, 2] },
  21: { zh: '辽', en: 'LN', at: [9, 2] },
  63: { zh: '青', en: 'QH', at: [3, 3] },
  61: { zh: '陕', en: 'SN', at: [4, 3] },
  41: { zh: '豫', en: 'HA', at: [5, 3] },
  37: { zh: '鲁', en: 'SD', at: [6, 3] },
  54: { zh: '藏', en: 'XZ', at: [1, 4] },
  51: { zh: '川', en: 'SC', at: [3, 4] },
  50: { zh: '渝', en: 'CQ', at: [4, 4] },
  42: { zh: '鄂', en: 'HB', at: [5, 4] },
  34: { zh: '皖', en: 'AH', at: [6, 4] },
  32: { zh: '苏', en: 'JS', at: [7, 4] },
  31: { zh: '沪', en: 'SH', at: [8, 4] },
  53: { zh: '滇', en: 'YN', at: [3, 5] },
  52: { zh: '黔', en: 'GZ', at: [4, 5] },
  43: { zh: '湘', en: 'HN', at: [5, 5] },
  36: { zh: '赣', en: 'JX', at: [6, 5] },
  33: { zh: '浙', en: 'ZJ', at: [7, 5] },
  45: { zh: '桂', en: 'GX', at: [4, 6] },
  44: { zh: '粤', en: 'GD', at: [5, 6] },
  35: { zh: '闽', en: 'FJ', at: [6, 6] },
  71: { zh: '台', en: 'TW', at: [8, 6] },
  46: { zh: '琼', en: 'HI', at: [4, 7] },
  82: { zh: '澳', en: 'MO', at: [5, 7] },
  81: { zh: '港', en: 'HK', at: [6, 7] },
};

/** Number of columns and rows of the tiles. */
export const tileGrid = { columns: 10, rows: 8 } as const;
