//! Tests tokens and their effect on threads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lagrum_cancel::{CancelToken, Cancelled, Meter, check, is_cancelled, whole};

#[test]
fn without_a_token_nothing_is_cancelled() {
    assert_eq!(check(), Ok(()));
}

#[test]
fn work_is_cancelled_with_its_token_and_for_good() {
    let token = CancelToken::default();
    assert_eq!(token.run(check), Ok(()));
    let guard = token.cancel_on_drop();
    assert_eq!(token.run(check), Ok(()));
    drop(guard);
    assert_eq!(token.run(check), Err(Cancelled));
    assert_eq!((whole(1), token.run(|| whole(1))), (Ok(1), Err(Cancelled)));
    assert_eq!(token.clone().run(check), Err(Cancelled));
}

#[test]
fn inner_work_has_its_own_token_and_the_outer_one_comes_back() {
    let (outer, inner) = (CancelToken::default(), CancelToken::default());
    inner.cancel();
    outer.run(|| {
        assert_eq!(inner.run(check), Err(Cancelled));
        let panicked =
            catch_unwind(AssertUnwindSafe(|| inner.run(|| std::panic::resume_unwind(Box::new(1)))));
        assert!(panicked.is_err());
        assert!(!is_cancelled());
    });
    assert!(!is_cancelled());
}

#[test]
fn another_thread_has_another_token() {
    let token = CancelToken::default();
    token.cancel();
    token.run(|| assert_eq!(std::thread::spawn(check).join().ok(), Some(Ok(()))));
}

#[test]
fn questions_are_counted() {
    let token = CancelToken::after(3);
    let answers: Vec<bool> = token.run(|| (0..5).map(|_| is_cancelled()).collect());
    assert_eq!(answers, [false, false, false, true, true]);
    assert_eq!((token.asked(), CancelToken::default().asked()), (5, 0));
}

#[test]
fn a_meter_asks_once_for_many_steps() {
    let token = CancelToken::after(3);
    let mut meter = Meter::default();
    let steps = token.run(|| (0..1_000_000).take_while(|_| meter.spend(1) == Ok(())).count());
    // Three intervals, at two for each call.
    assert!((24_000..25_000).contains(&steps), "{steps}");
    assert_eq!(CancelToken::after(0).run(|| Meter::default().spend(0)), Err(Cancelled));
    assert_eq!(CancelToken::after(1).run(|| Meter::default().spend(usize::MAX)), Ok(()));
}
