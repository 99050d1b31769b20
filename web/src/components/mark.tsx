/** The mark: a tile cut by one diagonal into two tones. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path fill="#a8452a" d="M7 0h18q4 0 5.5 1.500L1.5 30.500Q0 29 0 25V7q0-7 7-7" />
      <path fill="#e39c84" d="M30.5 1.500Q32 3 32 7v18q0 7-7 7H7q-4 0-5.5-1.500z" />
    </svg>
  )
}
