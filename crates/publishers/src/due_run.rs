//! Which run of a publisher that tells its changes is to be done: a walk over everything, or the changes since a time.

use jiff::ToSpan as _;
use jiff::civil::DateTime;
use lagrum_raw::{AskedRun, SourceState};

use crate::polite_client::Stop;
use crate::session::{Extent, Session};

/// How many days before the watermark changes are asked for: stamps are set before what they are of can be found.
const OVERLAP: i64 = 2;

/// After this long everything is walked again, since changes may not tell all. In seconds.
const WALK_EVERY: i64 = 30 * 24 * 60 * 60;

/// A run that is to be done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DueRun {
    /// Everything.
    Walk,
    /// What changed since a time.
    Changes {
        /// The time as publishers write it.
        since: String,
        /// Whether the watermark stays where it is: changes between it and the time are not asked for.
        leaves_mark: bool,
    },
}

impl DueRun {
    /// The run that the options of a session call for.
    pub(crate) fn of(session: &Session<'_>, state: &SourceState) -> Result<Self, Stop> {
        let watermark = state.watermark.as_deref().and_then(|mark| mark.parse::<DateTime>().ok());
        let from_watermark = watermark.and_then(|mark| mark.checked_sub(OVERLAP.days()).ok());
        Ok(match session.options.extent {
            Extent::Everything => Self::Walk,
            Extent::Since(day) => {
                let since = day.to_datetime(jiff::civil::Time::midnight());
                let leaves_mark = from_watermark.is_none_or(|from| since > from);
                Self::Changes { since: stamp(since), leaves_mark }
            }
            Extent::Due => match from_watermark {
                Some(since) if !is_walk_due(session)? => {
                    Self::Changes { since: stamp(since), leaves_mark: false }
                }
                _ => Self::Walk,
            },
        })
    }

    /// Whether an unfinished run, of the changes since this time or of everything, is to be gone on with instead.
    pub(crate) fn is_continued_by(
        &self,
        extent: Extent,
        run: &AskedRun,
        changed_since: Option<&str>,
    ) -> bool {
        match (extent, self) {
            (Extent::Everything, _) => run.is_walk,
            (Extent::Since(_), Self::Changes { since, .. }) => changed_since == Some(since),
            (Extent::Since(_), Self::Walk) => false,
            (Extent::Due, _) => true,
        }
    }
}

/// Whether everything is to be walked, since it never was or was so long ago that changes may not have told all.
pub(crate) fn is_walk_due(session: &Session<'_>) -> Result<bool, Stop> {
    let last_walk = session.archive.last_walk(session.source())?;
    Ok(last_walk.is_none_or(|last| session.now() - last >= WALK_EVERY))
}

/// A time as publishers write it.
pub(crate) fn stamp(time: DateTime) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}
