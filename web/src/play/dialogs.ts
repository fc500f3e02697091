// What can be open above a game.

export type Open =
  | 'more'
  | 'players'
  | 'share'
  | 'resign'
  | 'leave'
  | 'abort'
  | 'delete'
  | 'device'
  | 'handover'
  | 'help'
  | 'result';
