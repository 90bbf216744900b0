/**
 * The ORCID of a person of the demo, by the number of their file. Nobody has it: ORCID gives none below
 * 0000-0001-5000-0007.
 */
export const orcidOf = (jobNum: string): string => {
  const digits = jobNum.replace(/\D/g, '').slice(-8).padStart(15, '0');
  // ISO 7064, MOD 11-2.
  const total = [...digits].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0);
  const rest = (12 - total) % 11;
  return `${digits}${rest === 10 ? 'X' : rest}`.replace(/(.{4})(?=.)/g, '$1-');
};
