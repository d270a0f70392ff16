/** When virtual time begins where nobody says otherwise. */
export const startDefault = '2026-01-01T00:00:00Z';
