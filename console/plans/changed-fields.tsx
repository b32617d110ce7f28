interface ChangedFieldsProps {
  fields: readonly { label: string; from: string; to: string }[]
}

/** What was, struck, and what is. */
export function ChangedFields({ fields }: ChangedFieldsProps) {
  return (
    <ul className="changed">
      {fields.map(({ label, from, to }) => (
        <li key={label}>
          <span className="faint">{label}</span> <del>{from}</del> <span aria-hidden="true">→</span>{' '}
          <ins>{to}</ins>
        </li>
      ))}
    </ul>
  )
}
