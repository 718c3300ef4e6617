"""The course's players elsewhere: in Kaggle's ConnectX and in PettingZoo."""
