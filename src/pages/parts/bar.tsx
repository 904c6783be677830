/** A bar behind the number in a cell, in proportion to the largest number. */
export function Bar({ value, largest }: { value: number; largest: number }) {
  if (largest <= 0 || value <= 0) return null;
  const percent = Math.max(0.5, Math.round((value / largest) * 1000) / 10);
  return (
    <svg class="bar" aria-hidden="true" focusable="false">
      <rect width={`${percent}%`} height="100%" />
    </svg>
  );
}
