/** The product's mark: words that end well. */
export function Mark({ size = 26, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <path
        fill="currentColor"
        d="M8 3h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-8.200l-6.100 5.100A1 1 0 0 1 8 28.300V24a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"
      />
      <path fill="none" stroke="var(--on-accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" d="m10 14 4.300 4.300L22.500 10" />
    </svg>
  );
}
