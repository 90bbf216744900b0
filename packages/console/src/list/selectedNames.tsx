interface Chosen {
  readonly label?: React.ReactNode;
  readonly value?: unknown;
}

/** The names of what was chosen in a filter, cut by the control's edge. */
export const selectedNames = (chosen: readonly Chosen[]) => (
  <span className="ky-filter-names">
    {chosen.map((each, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a list of names, drawn anew with every choice
      <span key={index}>
        {index > 0 && '、'}
        {each.label}
      </span>
    ))}
  </span>
);
