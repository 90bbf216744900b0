/** Synonyms of dictionary entries by code, accepted by imports and never shown. */

/** Short forms of GB/T 4762, and names in staff lists. */
export const poliStatusSynonyms = {
  '01': ['中共党员', '党员', '共产党员'],
  '02': ['中共预备党员', '预备党员'],
  '03': ['共青团员', '团员'],
  '04': ['民革党员', '民革会员'],
  '05': ['民盟盟员'],
  '06': ['民建会员'],
  '07': ['民进会员'],
  '08': ['农工党党员'],
  '09': ['致公党党员'],
  '11': ['台盟盟员'],
  '12': ['无党派人士', '无党派'],
} as const;

/** Types of patents as written on certificates and by the patent office. */
export const patentTypeSynonyms = {
  '01': ['发明'],
  '02': ['实用新型专利'],
  '03': ['外观设计专利', '外观专利'],
} as const;
