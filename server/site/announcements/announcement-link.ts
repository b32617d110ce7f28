interface StoredLink {
  linkLabel: string | null
  linkUrl: string | null
}

/** A path of the site or an https address: whatever else is in the database, a page makes no link of it. */
const FOLLOWABLE = /^(?:\/(?![/\\])|https:\/\/)/i

/** The link of an announcement; null without one. */
export function toAnnouncementLink({
  linkLabel: label,
  linkUrl: url,
}: StoredLink): { label: string; url: string } | null {
  return label === null || url === null || !FOLLOWABLE.test(url) ? null : { label, url }
}
