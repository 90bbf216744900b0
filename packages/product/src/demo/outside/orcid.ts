/** Returns an unassigned ORCID for a staff number; ORCID assigns none below 0000-0001-5000-0007. */
export const orcidOf = (jobNum: string): string => {
  const digits = jobNum.replace(/\D/g, '').slice(-8).padStart(15, '0');
  // Check digit by ISO 7064, MOD 11-2.
  const total = [...digits].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0);
  const rest = (12 - total) % 11;
  return `${digits}${rest === 10 ? 'X' : rest}`.replace(/(.{4})(?=.)/g, '$1-');
};
