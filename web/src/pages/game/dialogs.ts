// What can be open above a game.

export type Open =
  | 'more'
  | 'players'
  | 'share'
  | 'resign'
  | 'leave'
  | 'abort'
  | 'delete'
  | 'invite'
  | 'device'
  | 'handover'
  | 'help'
  | 'result';
