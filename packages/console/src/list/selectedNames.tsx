interface Chosen {
  readonly label?: React.ReactNode;
  readonly value?: unknown;
}

/** Renders the names of a filter's selected options, cut off at the edge of the control. */
export const selectedNames = (chosen: readonly Chosen[]) => (
  <span className="ky-filter-names">
    {chosen.map((each, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced at every selection
      <span key={index}>
        {index > 0 && '、'}
        {each.label}
      </span>
    ))}
  </span>
);
