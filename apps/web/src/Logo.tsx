/** Renders the logo: a K whose arms meet at a point of light. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" style={{ fill: 'var(--ky-fill)' }} />
    <path
      d="M10 8v16M21.5 9 12.6 16l8.9 7"
      fill="none"
      stroke="#fff"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="22.6" cy="16" r="1.9" fill="#8FD0FF" />
  </svg>
);
