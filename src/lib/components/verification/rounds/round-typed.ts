/** Content of the forms about a round's settings, as typed, so that a refusal returns it unchanged. Shares are typed in percent. */
export interface TypedSettings {
  assignment: string;
  /** `userId domain`, a line per ticked box. */
  domains: string[];
  deadline: string;
  reading: string;
  limit: string;
  acceptNumber: string;
  risk: string;
  halfWidth: string;
  onReturn: string;
  keepUnnecessary: boolean;
}
